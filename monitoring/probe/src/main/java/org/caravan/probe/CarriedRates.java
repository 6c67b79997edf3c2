package org.caravan.probe;

import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.caravan.measure.ProbeOrder.PacketTrains;

/** What access points carried for the trains of others, bit/s: a train that is much slower was probably delayed by a machine. */
final class CarriedRates {

    /** Trains from which an access point is known. */
    private static final int KNOWN_FROM = 3;

    /** Access point and direction, then the machine at the other end. */
    private final Map<String, Map<String, DoubleSummaryStatistics>> ofEnds = new HashMap<>();

    void add(PacketTrains order, double rate) {
        add("from " + order.from().at(), order.to().machineId(), rate);
        add("to " + order.to().at(), order.from().machineId(), rate);
    }

    private void add(String end, String peer, double rate) {
        ofEnds.computeIfAbsent(end, any -> new TreeMap<>()).computeIfAbsent(peer, any -> new DoubleSummaryStatistics()).accept(rate);
    }

    /** Whether enough trains used both ends of an order. */
    boolean isKnown(PacketTrains order) {
        return ends(order).allMatch(this::isKnown);
    }

    /** What the narrower of the two ends carried; 0 if it is unknown. */
    double carried(PacketTrains order) {
        return ends(order).mapToDouble(this::carried).min().orElse(0);
    }

    /** The rate of the second fastest peer: the highest rate may be too high, and a peer may report any number for its own trains. */
    private double carried(String end) {
        List<Double> highest = ofEnds.getOrDefault(end, Map.of()).values().stream().map(DoubleSummaryStatistics::getMax)
                .sorted(Comparator.reverseOrder()).toList();
        return highest.size() < 2 || !isKnown(end) ? 0 : highest.get(1);
    }

    private boolean isKnown(String end) {
        return ofEnds.getOrDefault(end, Map.of()).values().stream().mapToLong(DoubleSummaryStatistics::getCount).sum() >= KNOWN_FROM;
    }

    /** IP versions of one access link can have different rates. */
    private static Stream<String> ends(PacketTrains order) {
        return Stream.of("from " + order.from().at(), "to " + order.to().at());
    }
}
