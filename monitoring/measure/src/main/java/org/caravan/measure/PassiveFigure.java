package org.caravan.measure;

/**
 * Round-trip time of a path, read from a TCP connection of an application without sending a probe. If several connections use the
 * path, the one with the smallest smoothed time counts, because the others include delayed acknowledgements.
 *
 * @param path the path; the values hold for both directions
 * @param smoothedMillis smoothed round-trip time of the kernel (RFC 6298), in ms
 * @param leastMillis minimum of about the last five minutes, in ms
 */
public record PassiveFigure(PathId path, double smoothedMillis, double leastMillis) {

    /**
     * Whether both values agree with a probed round-trip time in ms. A longer path shows in the smoothed time, a shorter path in the
     * minimum.
     */
    public boolean agreesWith(double probedMillis) {
        return !PathChanges.differ(probedMillis, smoothedMillis) && !PathChanges.differ(probedMillis, leastMillis);
    }
}
