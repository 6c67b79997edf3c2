package org.caravan.solver;

/** What journeys take, in microseconds, while tenants change their seats. Between replicas the slowest pair of a leg counts. */
final class JourneyTimes {

    private final JourneyHop[][] hopsOf;
    private final JourneyHop[][] hopsOfLeg;
    private final int[] relationOf;
    private final long[] micros;
    /** By leg; each is in the micros of its journey. */
    private final long[] microsOfLeg;

    /** @param relationOf by link, read whenever a link was told of */
    JourneyTimes(PlacementTables tables, int[] relationOf) {
        this(tables.journeys().size(), tables.hopsOf(), tables.hopsOfLeg(), relationOf);
    }

    /** @param hopsOf by link @param hopsOfLeg by leg */
    JourneyTimes(int journeys, JourneyHop[][] hopsOf, JourneyHop[][] hopsOfLeg, int[] relationOf) {
        this.hopsOf = hopsOf;
        this.hopsOfLeg = hopsOfLeg;
        this.relationOf = relationOf;
        this.micros = new long[journeys];
        this.microsOfLeg = new long[hopsOfLeg.length];
    }

    long of(Journey journey) {
        return micros[journey.index()];
    }

    /** Hard penalty of all journeys that is more, or less, than before the seats at this link's ends changed. */
    long related(LinkTable link) {
        long missed = 0;
        for (JourneyHop hop : hopsOf[link.index()]) {
            Journey journey = hop.journey();
            int leg = hop.leg().index();
            long slowest = slowest(hopsOfLeg[leg]);
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
