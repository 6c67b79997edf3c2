package org.caravan.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Variation of round-trip times: the mean absolute difference between consecutive probes. As in RFC 3550 (6.4.1), but of round-trip
 * times instead of transit times, and without smoothing, which needs hundreds of probes to converge.
 */
public final class Jitter {

    private Jitter() {}

    /**
     * @param roundTripTimes in ms, in the order in which their probes were sent
     * @return ms; empty for fewer than two values
     */
    public static OptionalDouble of(List<Double> roundTripTimes) {
        return IntStream.range(1, roundTripTimes.size())
                .mapToDouble(i -> Math.abs(roundTripTimes.get(i) - roundTripTimes.get(i - 1)))
                .average();
    }

    /** Returns the samples of one idle probe, followed by a jitter sample if there are at least two round-trip times. */
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
