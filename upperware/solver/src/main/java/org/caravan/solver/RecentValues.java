package org.caravan.solver;

/**
 * What was reckoned lately of each link, or of each hop, by relation. A search asks for the same few again and again; all of them would be the sites
 * squared for each.
 */
final class RecentValues {

    /** What is remembered here. */
    interface Reckoning {
        long of(int index, int relation);
    }

    private static final int DOUBLED = 5;
    /** A number that scatters neighbours: the golden section of 32 bits. */
    private static final int SCATTER = 0x9E3779B9;

    private final Reckoning reckoning;
    /** By index: relation + 1 and value in turn, for each place. None where nobody asked. */
    private final long[][] known;

    RecentValues(int size, Reckoning reckoning) {
        this.reckoning = reckoning;
        this.known = new long[size][];
    }

    /** @param relation 0 or more */
    long of(int index, int relation) {
        long[] places = known[index];
        if (places == null) {
            places = new long[2 << DOUBLED];
            known[index] = places;
        }
        int place = relation * SCATTER >>> Integer.SIZE - DOUBLED << 1;
        if (places[place] != relation + 1L) {
            places[place + 1] = reckoning.of(index, relation);
            places[place] = relation + 1L;
        }
        return places[place + 1];
    }
}
