package org.caravan.solver;

/** What journeys take, in microseconds, while tenants change their seats. Between replicas the slowest pair of a leg counts. */
final class JourneyTimes {

    private final JourneyHop[][] hopsOf;
    private final int[] relationOf;
    private final long[] micros;
    /** By leg; each is in the micros of its journey. */
    private final long[] microsOfLeg;
    /** By leg, and one more: the place of its first hop among those of all legs. */
    private final int[] firstOf;
    /** By link, as its hops: their places. */
    private final int[][] placesOf;
    /** By place. */
    private final long[] microsOfHop;
    private final RecentValues reckoned;

    /** @param relationOf by link, read whenever a link was told of */
    JourneyTimes(PlacementTables tables, int[] relationOf) {
        this(tables.journeys().size(), tables.hopsOf(), tables.hopsOfLeg(), relationOf);
    }

    /** @param hopsOf by link @param hopsOfLeg by leg, the same hops */
    JourneyTimes(int journeys, JourneyHop[][] hopsOf, JourneyHop[][] hopsOfLeg, int[] relationOf) {
        this.hopsOf = hopsOf;
        this.relationOf = relationOf;
        this.micros = new long[journeys];
        this.microsOfLeg = new long[hopsOfLeg.length];
        this.firstOf = new int[hopsOfLeg.length + 1];
        this.placesOf = new int[hopsOf.length][];
        for (int link = 0; link < hopsOf.length; link++) {
            placesOf[link] = new int[hopsOf[link].length];
        }
        for (int leg = 0; leg < hopsOfLeg.length; leg++) {
            firstOf[leg + 1] = firstOf[leg] + hopsOfLeg[leg].length;
        }
        JourneyHop[] hops = new JourneyHop[firstOf[hopsOfLeg.length]];
        for (int leg = 0; leg < hopsOfLeg.length; leg++) {
            for (int i = 0; i < hopsOfLeg[leg].length; i++) {
                put(hops, hopsOfLeg[leg][i], firstOf[leg] + i);
            }
        }
        this.microsOfHop = new long[hops.length];
        this.reckoned = new RecentValues(hops.length, (place, relation) -> hops[place].micros(relation));
    }

    private void put(JourneyHop[] hops, JourneyHop hop, int place) {
        hops[place] = hop;
        JourneyHop[] ofLink = hopsOf[hop.link().index()];
        for (int i = 0; i < ofLink.length; i++) {
            if (ofLink[i] == hop) {
                placesOf[hop.link().index()][i] = place;
            }
        }
    }

    long of(Journey journey) {
        return micros[journey.index()];
    }

    /** Hard penalty of all journeys that is more, or less, than before the seats at this link's ends changed. */
    long related(int link) {
        long missed = 0;
        JourneyHop[] hops = hopsOf[link];
        int relation = relationOf[link];
        for (int i = 0; i < hops.length; i++) {
            int place = placesOf[link][i];
            long now = relation == RunningScore.NONE ? 0 : reckoned.of(place, relation);
            if (now != microsOfHop[place]) {
                microsOfHop[place] = now;
                missed += lasts(hops[i]);
            }
        }
        return missed;
    }

    /** One of the leg's hops takes another time than before. */
    private long lasts(JourneyHop hop) {
        Journey journey = hop.journey();
        int leg = hop.leg().index();
        long slowest = 0;
        for (int place = firstOf[leg]; place < firstOf[leg + 1]; place++) {
            slowest = Math.max(slowest, microsOfHop[place]);
        }
        long missed = journey.missedBy(of(journey));
        micros[journey.index()] += slowest - microsOfLeg[leg];
        microsOfLeg[leg] = slowest;
        return journey.missedBy(of(journey)) - missed;
    }
}
