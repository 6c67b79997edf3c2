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

    public static Affinities of(List<Coupling> couplings, List<PlacedInstance> tenants) {
        List<Affinity> all = new ArrayList<>();
        for (Coupling coupling : couplings) {
            int[] others = of(tenants, coupling.otherId());
            boolean pairs = coupling.required() && coupling.kind() == Coupling.Kind.APART;
            for (int one : pairs || others.length == 0 ? new int[0] : of(tenants, coupling.componentId())) {
                long points = coupling.weight().map(weight -> Math.round(weight * POINTS)).orElse(PenaltyWeights.BROKEN);
                all.add(new Affinity(all.size(), one, others, coupling, points));
            }
        }
        return all.isEmpty() ? NONE : new Affinities(List.copyOf(all), byTenant(all, tenants.size()));
    }

    private static int[] of(List<PlacedInstance> tenants, String componentId) {
        return tenants.stream().filter(tenant -> tenant.component().id().equals(componentId)).mapToInt(PlacedInstance::index).toArray();
    }

    private static Affinity[][] byTenant(List<Affinity> all, int tenants) {
        return IntStream.range(0, tenants)
                .mapToObj(tenant -> all.stream().filter(coupled -> coupled.one() == tenant || coupled.isOther(tenant)).toArray(Affinity[]::new))
                .toArray(Affinity[][]::new);
    }

    public Affinity[] of(int tenant) {
        return of.length == 0 ? NOBODY : of[tenant];
    }

    /** Adds the penalties of all affinities of the instance to the score terms, or subtracts them if sign is -1. */
    public void count(int tenant, int sign, CompiledProblem tables, int[] seatOf, long[] parts) {
        for (Affinity coupled : of(tenant)) {
            if (coupled.broken(tables, seatOf)) {
                parts[coupled.part().ordinal()] += sign * coupled.points();
            }
        }
    }

    /** Affinities that an assignment violates, required or preferred. */
    public List<Affinity> broken(CompiledProblem tables, int[] seatOf) {
        return all.stream().filter(coupled -> coupled.broken(tables, seatOf)).toList();
    }

    /**
     * Penalty for placing the instance at a site without any of the placed instances that it must or should be near.
     *
     * @param seatOf position of an instance by its index, or {@link Position#NONE}
     */
    public long away(int tenant, int site, CompiledProblem tables, IntUnaryOperator seatOf) {
        long points = 0;
        for (Affinity coupled : of(tenant)) {
            if (coupled.together()) {
                boolean anySits = false;
                boolean anyHere = false;
                for (int peer : tenant == coupled.one() ? coupled.others() : new int[] {coupled.one()}) {
                    int seat = seatOf.applyAsInt(peer);
                    anySits |= seat != Position.NONE;
                    anyHere |= seat != Position.NONE && tables.seat(seat).site() == site;
                }
                points += anySits && !anyHere ? coupled.points() : 0;
            }
        }
        return points;
    }
}
