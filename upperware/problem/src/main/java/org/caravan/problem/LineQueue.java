package org.caravan.problem;

import org.caravan.unit.BitRate;

/**
 * Queue of packets in front of a line: M/M/1/K. Packets arrive as a Poisson process and are sent one at a time; those that find K packets
 * are dropped. K follows from measurement: a queue that a flow keeps full delays by the difference between loaded and idle round-trip
 * time, so a deep buffer counts as deep. The delay grows as in M/M/1, and is bounded by what was measured under load. Real traffic is
 * burstier than a Poisson process: the delay at a medium utilisation is a lower estimate. Source: L. Kleinrock, "Queueing Systems", volume
 * 1, 1975, section 3.6.
 *
 * @param rate of the line, above 0
 * @param fullMillis delay of a full queue in ms, above 0
 */
record LineQueue(BitRate rate, double fullMillis) {

    /** A full Ethernet packet: flows that fill a line send these. */
    private static final double PACKET_BITS = 1_500 * 8;
    private static final double MILLIS_PER_SECOND = 1_000;
    /** Utilisations closer to 1 count as 1: the closed form divides by the difference. */
    private static final double NEAR = 1e-6;

    LineQueue {
        if (rate.value() <= 0 || !(fullMillis > 0)) {
            throw new IllegalArgumentException("a queue has a rate and a length: " + rate + ", " + fullMillis + " ms");
        }
    }

    /** Mean delay in ms, from 0 to that of a full queue. @param utilisation offered load by rate, not negative; can exceed 1 */
    double meanMillis(double utilisation) {
        return Math.min(fullMillis, mean(utilisation) * fullMillis / packets());
    }

    /** Quantile of the delay in ms; the same range. @param share above 0 and below 1 */
    double quantileMillis(double utilisation, double share) {
        return Math.min(fullMillis, quantile(utilisation, share) * fullMillis / packets());
    }

    /** K: at least one packet. */
    private double packets() {
        return Math.max(1, fullMillis / (PACKET_BITS / rate.value() * MILLIS_PER_SECOND));
    }

    /** Packets in the queue and on the line. Above a utilisation of 1, the free places are distributed as the packets below it. */
    private double mean(double utilisation) {
        double most = packets();
        if (utilisation > 1) {
            return most - mean(1 / utilisation, most);
        }
        return mean(utilisation, most);
    }

    private static double mean(double utilisation, double most) {
        if (1 - utilisation < NEAR) {
            return most / 2;
        }
        double last = Math.pow(utilisation, most + 1);
        return utilisation / (1 - utilisation) - (most + 1) * last / (1 - last);
    }

    private double quantile(double utilisation, double share) {
        double most = packets();
        if (utilisation <= 0) {
            return 0;
        }
        double packets = utilisation > 1 ? most - terms(1 / utilisation, most, 1 - share) : terms(utilisation, most, share) - 1;
        return Math.max(0, Math.min(most, packets));
    }

    /** Number of states, from the most probable one, whose probabilities add up to the share. @param ratio of neighbouring states, to 1 */
    private static double terms(double ratio, double most, double share) {
        return 1 - ratio < NEAR ? share * (most + 1) : Math.log(1 - share * (1 - Math.pow(ratio, most + 1))) / Math.log(ratio);
    }
}
