package org.caravan.solver.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.caravan.application.Coupling;

/**
 * Affinities between instances. Required anti-affinities are {@link AntiAffinityPair} pairs instead.
 *
 * @param of affinities by instance, for both sides; empty if there are none
 */
public record Affinities(List<Affinity> all, Affinity[][] of) {

    static final Affinities NONE = new Affinities(List.of(), new Affinity[0][]);

    /** Points per instance at weight 1, equivalent to 1 EUR per month or 1 ms at weight 1 (hundredths). */
    private static final double POINTS = 100;

    private static final Affinity[] NOBODY = {};

    public static Affinities of(List<Coupling> couplings, List<PlacedInstance> instances) {
        List<Affinity> all = new ArrayList<>();
        for (Coupling coupling : couplings) {
            int[] others = of(instances, coupling.otherId());
            boolean pairs = coupling.required() && coupling.kind() == Coupling.Kind.APART;
            for (int one : pairs || others.length == 0 ? new int[0] : of(instances, coupling.componentId())) {
                long points = coupling.weight().map(weight -> Math.round(weight * POINTS)).orElse(PenaltyWeights.BROKEN);
                all.add(new Affinity(all.size(), one, others, coupling, points));
            }
        }
        return all.isEmpty() ? NONE : new Affinities(List.copyOf(all), byInstance(all, instances.size()));
    }

    private static int[] of(List<PlacedInstance> instances, String componentId) {
        return instances.stream().filter(instance -> instance.component().id().equals(componentId)).mapToInt(PlacedInstance::index)
                .toArray();
    }

    private static Affinity[][] byInstance(List<Affinity> all, int instances) {
        return IntStream.range(0, instances)
                .mapToObj(instance -> all.stream().filter(coupled -> coupled.one() == instance
                        || coupled.isOther(instance)).toArray(Affinity[]::new))
                .toArray(Affinity[][]::new);
    }

    public Affinity[] of(int instance) {
        return of.length == 0 ? NOBODY : of[instance];
    }

    /** Adds the penalties of all affinities of the instance to the score terms, or subtracts them if sign is -1. */
    public void count(int instance, int sign, CompiledProblem tables, int[] positionOf, long[] parts) {
        for (Affinity coupled : of(instance)) {
            if (coupled.broken(tables, positionOf)) {
                parts[coupled.part().ordinal()] += sign * coupled.points();
            }
        }
    }

    /** Affinities that an assignment violates, required or preferred. */
    public List<Affinity> broken(CompiledProblem tables, int[] positionOf) {
        return all.stream().filter(coupled -> coupled.broken(tables, positionOf)).toList();
    }

    /**
     * Penalty for placing the instance at a site without any of the placed instances that it must or should be near.
     *
     * @param positionOf position of an instance by its index, or {@link Position#NONE}
     */
    public long away(int instance, int site, CompiledProblem tables, IntUnaryOperator positionOf) {
        long points = 0;
        for (Affinity coupled : of(instance)) {
            if (coupled.together()) {
                boolean anySits = false;
                boolean anyHere = false;
                for (int peer : instance == coupled.one() ? coupled.others() : new int[] {coupled.one()}) {
                    int position = positionOf.applyAsInt(peer);
                    anySits |= position != Position.NONE;
                    anyHere |= position != Position.NONE && tables.position(position).site() == site;
                }
                points += anySits && !anyHere ? coupled.points() : 0;
            }
        }
        return points;
    }
}
