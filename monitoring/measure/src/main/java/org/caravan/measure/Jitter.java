package org.caravan.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * How much round-trip times vary from one probe to the next: the mean distance between neighbours, as RFC 3550 (6.4.1) takes it of
 * transit times but without its smoothing, which would need hundreds of probes to settle.
 */
public final class Jitter {

    private Jitter() {}

    /**
     * @param roundTripTimes in ms, in the order their probes were sent
     * @return ms; empty for fewer than two
     */
    public static OptionalDouble of(List<Double> roundTripTimes) {
        return IntStream.range(1, roundTripTimes.size())
                .mapToDouble(i -> Math.abs(roundTripTimes.get(i) - roundTripTimes.get(i - 1)))
                .average();
    }

    /** The samples of one idle probe and, last, one of their jitter if there are two round-trip times at least. */
    public static List<Sample> beside(List<Sample> idle) {
        List<Sample> rtts = idle.stream().filter(sample -> sample.quantity() == Quantity.IDLE_RTT).toList();
        OptionalDouble jitter = of(rtts.stream().map(Sample::value).toList());
        if (jitter.isEmpty()) {
            return idle;
        }
        Sample first = rtts.get(0);
        List<Sample> all = new ArrayList<>(idle);
        all.add(new Sample(first.path(), Quantity.JITTER, jitter.getAsDouble(), first.takenAt(), first.probe()));
        return all;
    }
}
