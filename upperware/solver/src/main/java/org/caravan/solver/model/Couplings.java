package org.caravan.solver.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.caravan.application.Coupling;

/**
 * Affinities between instances. Required anti-affinities are {@link Separated} pairs instead.
 *
 * @param of affinities by instance, for both sides; empty if there are none
 */
public record Couplings(List<Coupled> all, Coupled[][] of) {

    static final Couplings NONE = new Couplings(List.of(), new Coupled[0][]);

    /** Points per instance at weight 1, equivalent to 1 EUR per month or 1 ms at weight 1 (hundredths). */
    private static final double POINTS = 100;

    private static final Coupled[] NOBODY = {};

    public static Couplings of(List<Coupling> couplings, List<Tenant> tenants) {
        List<Coupled> all = new ArrayList<>();
        for (Coupling coupling : couplings) {
            int[] others = of(tenants, coupling.otherId());
            boolean pairs = coupling.required() && coupling.kind() == Coupling.Kind.APART;
            for (int one : pairs || others.length == 0 ? new int[0] : of(tenants, coupling.componentId())) {
                long points = coupling.weight().map(weight -> Math.round(weight * POINTS)).orElse(HardWeight.BROKEN);
                all.add(new Coupled(all.size(), one, others, coupling, points));
            }
        }
        return all.isEmpty() ? NONE : new Couplings(List.copyOf(all), byTenant(all, tenants.size()));
    }

    private static int[] of(List<Tenant> tenants, String componentId) {
        return tenants.stream().filter(tenant -> tenant.component().id().equals(componentId)).mapToInt(Tenant::index).toArray();
    }

    private static Coupled[][] byTenant(List<Coupled> all, int tenants) {
        return IntStream.range(0, tenants)
                .mapToObj(tenant -> all.stream().filter(coupled -> coupled.one() == tenant || coupled.isOther(tenant)).toArray(Coupled[]::new))
                .toArray(Coupled[][]::new);
    }

    public Coupled[] of(int tenant) {
        return of.length == 0 ? NOBODY : of[tenant];
    }

    /** Adds the penalties of all affinities of the instance to the score terms, or subtracts them if sign is -1. */
    public void count(int tenant, int sign, PlacementTables tables, int[] seatOf, long[] parts) {
        for (Coupled coupled : of(tenant)) {
            if (coupled.broken(tables, seatOf)) {
                parts[coupled.part().ordinal()] += sign * coupled.points();
            }
        }
    }

    /** Affinities that an assignment violates, required or preferred. */
    public List<Coupled> broken(PlacementTables tables, int[] seatOf) {
        return all.stream().filter(coupled -> coupled.broken(tables, seatOf)).toList();
    }

    /**
     * Penalty for placing the instance at a site without any of the placed instances that it must or should be near.
     *
     * @param seatOf position of an instance by its index, or {@link Seat#NONE}
     */
    public long away(int tenant, int site, PlacementTables tables, IntUnaryOperator seatOf) {
        long points = 0;
        for (Coupled coupled : of(tenant)) {
            if (coupled.together()) {
                boolean anySits = false;
                boolean anyHere = false;
                for (int peer : tenant == coupled.one() ? coupled.others() : new int[] {coupled.one()}) {
                    int seat = seatOf.applyAsInt(peer);
                    anySits |= seat != Seat.NONE;
                    anyHere |= seat != Seat.NONE && tables.seat(seat).site() == site;
                }
                points += anySits && !anyHere ? coupled.points() : 0;
            }
        }
        return points;
    }
}
