package org.caravan.measure.estimate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.caravan.infrastructure.AccessPoint;

/**
 * Network coordinates with heights (Dabek et al., SIGCOMM 2004), each end pulled towards what each neighbour says, until it rests. For
 * comparison only.
 */
final class Vivaldi implements Rule {

    private static final int DIMENSIONS = 3;
    private static final int ROUNDS = 600;

    private static final class Place {
        private final double[] at = new double[DIMENSIONS];
        private double height = 1;
    }

    private final Map<AccessPoint, Place> places = new HashMap<>();

    Vivaldi(List<Observation> observed) {
        Random random = new Random(1);
        observed.stream().flatMap(seen -> List.of(seen.from(), seen.to()).stream()).distinct().sorted().forEach(end -> {
            Place place = new Place();
            IntStream.range(0, DIMENSIONS).forEach(i -> place.at[i] = random.nextGaussian());
            places.put(end, place);
        });
        for (int round = 0; round < ROUNDS; round++) {
            double step = 0.25 * (1 - (double) round / ROUNDS);
            observed.forEach(seen -> {
                pull(places.get(seen.from()), places.get(seen.to()), seen.value(), step);
                pull(places.get(seen.to()), places.get(seen.from()), seen.value(), step);
            });
        }
    }

    @Override
    public Optional<Value> value(AccessPoint from, AccessPoint to) {
        Place one = places.get(from);
        Place other = places.get(to);
        return one == null || other == null ? Optional.empty() : Optional.of(new Value(Math.max(0.05, distance(one, other)), 1));
    }

    private static double plane(Place one, Place other) {
        return Math.sqrt(IntStream.range(0, DIMENSIONS).mapToDouble(i -> (one.at[i] - other.at[i]) * (one.at[i] - other.at[i])).sum());
    }

    private static double distance(Place one, Place other) {
        return plane(one, other) + one.height + other.height;
    }

    private static void pull(Place moved, Place anchor, double truth, double step) {
        double plane = Math.max(1e-6, plane(moved, anchor));
        double length = plane + moved.height + anchor.height;
        double force = step * (truth - length);
        for (int i = 0; i < DIMENSIONS; i++) {
            moved.at[i] += force * (moved.at[i] - anchor.at[i]) / length;
        }
        moved.height = Math.max(0.01, moved.height + force * (moved.height + anchor.height) / length);
    }
}
