package org.caravan.solver;

/** What journeys take, in microseconds, while tenants change their seats. Between replicas the slowest pair of a leg counts. */
final class JourneyTimes {

    private final PlacementTables tables;
    private final int[] relationOf;
    private final long[] micros;
    /** By leg; each is in the micros of its journey. */
    private final long[] microsOfLeg;

    /** @param relationOf by link, read whenever a link was told of */
    JourneyTimes(PlacementTables tables, int[] relationOf) {
        this.tables = tables;
        this.relationOf = relationOf;
        this.micros = new long[tables.journeys().size()];
        this.microsOfLeg = new long[tables.hopsOfLeg().length];
    }

    long of(Journey journey) {
        return micros[journey.index()];
    }

    /** Hard penalty of all journeys that is more, or less, than before the seats at this link's ends changed. */
    long related(LinkTable link) {
        long missed = 0;
        for (JourneyHop hop : tables.hopsOf()[link.index()]) {
            Journey journey = hop.journey();
            int leg = hop.leg().index();
            long slowest = slowest(tables.hopsOfLeg()[leg]);
            missed -= journey.missedBy(of(journey));
            micros[journey.index()] += slowest - microsOfLeg[leg];
            microsOfLeg[leg] = slowest;
            missed += journey.missedBy(of(journey));
        }
        return missed;
    }

    private long slowest(JourneyHop[] hops) {
        long most = 0;
        for (JourneyHop hop : hops) {
            int relation = relationOf[hop.link().index()];
            most = Math.max(most, relation == RunningScore.NONE ? 0 : hop.micros(relation));
        }
        return most;
    }
}
