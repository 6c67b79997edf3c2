package org.caravan.server.network.chart;

import java.util.Arrays;
import org.caravan.measure.Quantity;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.HttpStatus;

/** Quantities of a timeline, under the names used in requests. */
enum DrawnQuantity {
    RTT("rtt", Quantity.IDLE_RTT, "ms"),
    PASSIVE_RTT("passive-rtt", Quantity.PASSIVE_RTT, "ms"),
    LOADED_RTT("loaded-rtt", Quantity.LOADED_RTT, "ms"),
    THROUGHPUT("throughput", Quantity.THROUGHPUT, "bit/s"),
    LOSS("loss", Quantity.LOSS, ""),
    JITTER("jitter", Quantity.JITTER, "ms");

    private final String word;
    private final Quantity quantity;
    private final String unit;

    DrawnQuantity(String word, Quantity quantity, String unit) {
        this.word = word;
        this.quantity = quantity;
        this.unit = unit;
    }

    String word() {
        return word;
    }

    Quantity quantity() {
        return quantity;
    }

    String unit() {
        return unit;
    }

    static DrawnQuantity parse(String word) {
        return Arrays.stream(values()).filter(one -> one.word.equals(word)).findFirst().orElseThrow(() ->
                new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "unknown-quantity", "No timeline shows (" + word + ").",
                        "use one of rtt, passive-rtt, loaded-rtt, throughput, loss, jitter."));
    }
}
