package org.caravan.solver;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Seats the tenants of a cluster one after the other, carrying on the best partial seatings of each length. */
final class ClusterSeating {

    /** How carefully a cluster is seated. @param beam partial seatings carried on; @param sites looked at for each tenant */
    record Care(int beam, int sites) {

        static final Care QUICK = new Care(4, 8);
        static final Care FULL = new Care(48, Integer.MAX_VALUE);
    }

    private record Partial(Partial before, int tenant, int seat, long hard, long soft) implements Comparable<Partial> {

        @Override
        public int compareTo(Partial other) {
            return hard == other.hard ? Long.compare(soft, other.soft) : Long.compare(hard, other.hard);
        }
    }

    private final PlacementTables tables;
    private final RunningScore score;
    private final NearSeats near;

    /** @param score that is added to; it has those of other clusters who sit already */
    ClusterSeating(PlacementTables tables, SeatIndex index, RunningScore score) {
        this.tables = tables;
        this.score = score;
        this.near = new NearSeats(tables, index, score);
    }

    /** Seats those of the cluster who have no seat. */
    void seat(int[] cluster, Care care) {
        List<Partial> beam = List.of(new Partial(null, 0, 0, score.hard(), score.soft()));
        for (int tenant : cluster) {
            if (score.seatOf(tenant) == RunningScore.NONE) {
                beam = longer(beam, tables.tenant(tenant), care);
            }
        }
        place(beam.get(0));
    }

    private List<Partial> longer(List<Partial> beam, Tenant tenant, Care care) {
        List<Partial> longer = new ArrayList<>();
        for (Partial partial : beam) {
            place(partial);
            near.find(tenant, Math.min(care.sites(), tables.sites()));
            for (int i = 0; i < near.count(); i++) {
                score.place(tenant.index(), near.seat(i));
                longer.add(new Partial(partial, tenant.index(), near.seat(i), score.hard(), score.soft()));
            }
            if (near.count() == 0) {
                score.place(tenant.index(), tenant.seats()[0]);
                longer.add(new Partial(partial, tenant.index(), tenant.seats()[0], score.hard(), score.soft()));
            }
            score.place(tenant.index(), RunningScore.NONE);
            unplace(partial);
        }
        Collections.sort(longer);
        return new ArrayList<>(longer.subList(0, Math.min(care.beam(), longer.size())));
    }

    private void place(Partial partial) {
        for (Partial at = partial; at.before() != null; at = at.before()) {
            score.place(at.tenant(), at.seat());
        }
    }

    private void unplace(Partial partial) {
        for (Partial at = partial; at.before() != null; at = at.before()) {
            score.place(at.tenant(), RunningScore.NONE);
        }
    }

    void unseat(int[] cluster) {
        for (int tenant : cluster) {
            score.place(tenant, RunningScore.NONE);
        }
    }
}
