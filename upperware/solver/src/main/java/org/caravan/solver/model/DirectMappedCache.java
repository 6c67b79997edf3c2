package org.caravan.solver.model;

/**
 * Direct-mapped cache of values by link or hop and by relation. A search needs the same few values repeatedly; a complete table would need
 * the square of the number of sites per link.
 */
public final class DirectMappedCache {

    /** Computes a value on a cache miss. */
    public interface Computation {
        long of(int index, int relation);
    }

    private static final int DOUBLED = 5;
    /** Multiplicative hash constant: 2^32 divided by the golden ratio. */
    private static final int SCATTER = 0x9E3779B9;

    private final Computation computation;
    /** By index: relation + 1 and value alternately, for each slot; null until first use. */
    private final long[][] known;

    public DirectMappedCache(int size, Computation computation) {
        this.computation = computation;
        this.known = new long[size][];
    }

    /** @param relation at least 0 */
    public long of(int index, int relation) {
        long[] places = known[index];
        if (places == null) {
            places = new long[2 << DOUBLED];
            known[index] = places;
        }
        int place = relation * SCATTER >>> Integer.SIZE - DOUBLED << 1;
        if (places[place] != relation + 1L) {
            places[place + 1] = computation.of(index, relation);
            places[place] = relation + 1L;
        }
        return places[place + 1];
    }
}
