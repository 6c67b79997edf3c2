package org.caravan.solver;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.caravan.application.Coupling;

/**
 * Who is to be together with whom. Obligations to be apart are {@link Separated} pairs.
 *
 * @param of by tenant: those that name it, at either side; no arrays where there are none
 */
record Couplings(List<Coupled> all, Coupled[][] of) {

    static final Couplings NONE = new Couplings(List.of(), new Coupled[0][]);

    /** Weight 1 is worth what 1 EUR a month or 1 ms is at weight 1, in hundredths, for each copy. */
    private static final double POINTS = 100;

    private static final Coupled[] NOBODY = {};

    static Couplings of(List<Coupling> couplings, List<Tenant> tenants) {
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

    Coupled[] of(int tenant) {
        return of.length == 0 ? NOBODY : of[tenant];
    }

    /** Adds what all those that name the tenant count now to the parts of a score, or with sign -1 takes it away. */
    void count(int tenant, int sign, PlacementTables tables, int[] seatOf, long[] parts) {
        for (Coupled coupled : of(tenant)) {
            if (coupled.broken(tables, seatOf)) {
                parts[coupled.part().ordinal()] += sign * coupled.points();
            }
        }
    }

    /** Those that a seating does not keep, required or not. */
    List<Coupled> broken(PlacementTables tables, int[] seatOf) {
        return all.stream().filter(coupled -> coupled.broken(tables, seatOf)).toList();
    }

    /** What it would count at a site that those who sit already and whom the tenant is to be with are not at that site. */
    long away(int tenant, int site, PlacementTables tables, RunningScore score) {
        long points = 0;
        for (Coupled coupled : of(tenant)) {
            if (coupled.together()) {
                boolean anySits = false;
                boolean anyHere = false;
                for (int peer : tenant == coupled.one() ? coupled.others() : new int[] {coupled.one()}) {
                    int seat = score.seatOf(peer);
                    anySits |= seat != RunningScore.NONE;
                    anyHere |= seat != RunningScore.NONE && tables.seat(seat).site() == site;
                }
                points += anySits && !anyHere ? coupled.points() : 0;
            }
        }
        return points;
    }
}
