package org.caravan.measure;

/**
 * What a connection that applications keep over a path told of it, unasked. Where there are several connections, the one with the least smoothed time
 * tells: others wait longer for whoever acknowledges.
 *
 * @param path of both directions
 * @param smoothedMillis round-trip time as the kernel smooths it (RFC 6298), in ms
 * @param leastMillis the least of about five minutes, in ms
 */
public record PassiveFigure(PathId path, double smoothedMillis, double leastMillis) {

    /** Whether it tells the same as probes did. A way that became longer shows in the smoothed time, a shorter one in the least. */
    public boolean agreesWith(double probedMillis) {
        return !PathChanges.differ(probedMillis, smoothedMillis) && !PathChanges.differ(probedMillis, leastMillis);
    }
}
