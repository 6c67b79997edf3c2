package org.caravan.measure.run;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.measure.Moments;
import org.caravan.measure.PathId;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.measure.SampleStore;
import org.caravan.measure.Statistic;
import org.caravan.measure.TimelinePoint;

/** Keeps samples in a list; enough for tests of what uses a store. */
final class SamplesInMemory implements SampleStore {

    private final List<Sample> samples = new ArrayList<>();
    private String broken = "";

    /** From now on refuses to append. */
    synchronized void breakWith(String message) {
        broken = message;
    }

    @Override
    public synchronized void append(List<Sample> more) {
        if (!broken.isEmpty()) {
            throw new IllegalStateException(broken);
        }
        samples.addAll(more);
    }

    @Override
    public boolean appendOnce(String eventId, List<Sample> more) {
        throw new UnsupportedOperationException("a probe run does not repeat an append");
    }

    @Override
    public List<TimelinePoint> timeline(PathId path, Quantity quantity, Instant since) {
        throw new UnsupportedOperationException("a probe run draws nothing");
    }

    @Override
    public synchronized List<Statistic> statistics(Instant since) {
        Map<PathId, Map<Quantity, List<Sample>>> groups = samples.stream()
                .filter(sample -> !sample.takenAt().isBefore(since))
                .collect(Collectors.groupingBy(
                        Sample::path, TreeMap::new, Collectors.groupingBy(Sample::quantity, TreeMap::new, Collectors.toList())));
        return groups.values().stream()
                .flatMap(byQuantity -> byQuantity.values().stream())
                .map(SamplesInMemory::statistic)
                .toList();
    }

    @Override
    public synchronized List<Sample> samples(PathId path, Quantity quantity, int limit) {
        List<Sample> all = samples.stream()
                .filter(sample -> sample.path().equals(path) && sample.quantity() == quantity)
                .toList();
        return all.subList(Math.max(0, all.size() - limit), all.size());
    }

    @Override
    public void close() {}

    private static Statistic statistic(List<Sample> group) {
        Moments moments = group.stream().map(sample -> Moments.of(sample.value())).reduce(Moments.NONE, Moments::merge);
        double[] values = group.stream().mapToDouble(Sample::value).sorted().toArray();
        Sample last = group.get(group.size() - 1);
        return new Statistic(last.path(), last.quantity(), moments.mean(), moments.halfWidth95(), values[values.length / 2],
                values[values.length - 1], values.length, last.takenAt());
    }
}
