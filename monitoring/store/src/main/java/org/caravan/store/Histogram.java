package org.caravan.store;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A histogram on a logarithmic scale; its quantiles are at most 1 % away from a recorded value. Buckets are as in Masson, Rim and Lee,
 * "DDSketch", 2019: bucket i holds (g^(i-1), g^i] with g = 1.01 / 0.99. Zero has its own bucket.
 *
 * @param counts number of values by bucket; no count is 0
 */
record Histogram(SortedMap<Integer, Integer> counts) {

    static final double RELATIVE_ERROR = 0.01;

    private static final double BASE = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR);
    private static final double LOG_BASE = Math.log(BASE);
    private static final int ZERO = Integer.MIN_VALUE;

    /** Bytes of one bucket in a stored histogram. */
    private static final int ENTRY = 2 * Integer.BYTES;

    static Histogram of(double value) {
        SortedMap<Integer, Integer> counts = new TreeMap<>();
        counts.put(bucket(value), 1);
        return new Histogram(counts);
    }

    static Histogram empty() {
        return new Histogram(new TreeMap<>());
    }

    Histogram merge(Histogram other) {
        SortedMap<Integer, Integer> sum = new TreeMap<>(counts);
        other.counts.forEach((bucket, count) -> sum.merge(bucket, count, Math::addExact));
        return new Histogram(sum);
    }

    /** Returns the value of rank {@code rank} (0 to 1, nearest rank); 0 if the histogram is empty. */
    double quantile(double rank) {
        long total = counts.values().stream().mapToLong(Integer::longValue).sum();
        long wanted = Math.max(1, (long) Math.ceil(rank * total));
        long seen = 0;
        for (Map.Entry<Integer, Integer> entry : counts.entrySet()) {
            seen += entry.getValue();
            if (seen >= wanted) {
                return middle(entry.getKey());
            }
        }
        return 0;
    }

    byte[] toBytes() {
        ByteBuffer bytes = ByteBuffer.allocate(counts.size() * ENTRY);
        counts.forEach((bucket, count) -> bytes.putInt(bucket).putInt(count));
        return bytes.array();
    }

    static Histogram ofBytes(byte[] stored) {
        ByteBuffer bytes = ByteBuffer.wrap(stored);
        SortedMap<Integer, Integer> counts = new TreeMap<>();
        while (bytes.remaining() >= ENTRY) {
            counts.put(bytes.getInt(), bytes.getInt());
        }
        return new Histogram(counts);
    }

    private static int bucket(double value) {
        return value <= 0 ? ZERO : (int) Math.ceil(Math.log(value) / LOG_BASE);
    }

    /** Returns the value with the same relative distance to both ends of the bucket. */
    private static double middle(int bucket) {
        return bucket == ZERO ? 0 : 2 * Math.pow(BASE, bucket) / (BASE + 1);
    }
}
