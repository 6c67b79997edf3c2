package org.caravan.probe;

import java.util.SplittableRandom;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.measure.PathId;

/** A simulated network: distances are those of the sites, all other values are drawn from the seed. */
final class SimulatedNetwork {

    /** Speed of light in fibre, km/ms. */
    private static final double KM_PER_MILLI = 200;

    /** Length of cables relative to the great circle. */
    private static final double DETOUR = 1.5;

    /**
     * Classes of access links as in the MELODIC measurements on NorNet: sending and receiving rate in Mbit/s, round-trip time of the
     * link and delay of its full queue in ms.
     */
    private enum Line {
        ADSL(0.9, 16, 24, 800),
        CABLE(20, 100, 8, 120),
        FIBRE(96, 96, 2, 20),
        RESEARCH(236, 236, 2, 15),
        CLOUD(38, 300, 1, 40);

        private final double sendingMbps;
        private final double receivingMbps;
        private final double rttMillis;
        private final double queueMillis;

        Line(double sendingMbps, double receivingMbps, double rttMillis, double queueMillis) {
            this.sendingMbps = sendingMbps;
            this.receivingMbps = receivingMbps;
            this.rttMillis = rttMillis;
            this.queueMillis = queueMillis;
        }
    }

    private final Infrastructure infrastructure;
    private final long seed;

    SimulatedNetwork(Infrastructure infrastructure, long seed) {
        this.infrastructure = infrastructure;
        this.seed = seed;
    }

    double idleRttMillis(PathId path) {
        if (path.withinSite()) {
            return 0.2;
        }
        double fibre = 2 * DETOUR * distanceKm(path) / KM_PER_MILLI;
        return fibre + lineRttMillis(path.from()) + lineRttMillis(path.to());
    }

    /** Rate of the narrower of the two access links, less 5 % for headers. */
    double throughputBitsPerSecond(PathId path) {
        return path.withinSite()
                ? 940e6
                : 0.95e6 * Math.min(line(path.from()).sendingMbps, line(path.to()).receivingMbps);
    }

    /** Adds the full queue of the bottleneck link. */
    double loadedRttMillis(PathId path) {
        if (path.withinSite()) {
            return 1;
        }
        Line from = line(path.from());
        Line to = line(path.to());
        Line limit = from.sendingMbps <= to.receivingMbps ? from : to;
        return idleRttMillis(path) + limit.queueMillis;
    }

    private double distanceKm(PathId path) {
        Position one = infrastructure.site(path.from().siteId()).position();
        return one.kilometresTo(infrastructure.site(path.to().siteId()).position());
    }

    /** Round-trip time of the link's class, and up to 15 ms more for this ISP and IP version, because IPv6 may take another route. */
    private double lineRttMillis(AccessPoint at) {
        return line(at).rttMillis + random(at.toString()).nextDouble(15);
    }

    /** Both IP versions share one access link. */
    private Line line(AccessPoint at) {
        Site site = infrastructure.site(at.siteId());
        if (site.kind() == SiteKind.PUBLIC) {
            return Line.CLOUD;
        }
        Line[] classes = site.kind() == SiteKind.USERS
                ? new Line[] {Line.ADSL, Line.CABLE, Line.FIBRE}
                : new Line[] {Line.CABLE, Line.FIBRE, Line.RESEARCH};
        return classes[random(at.siteId() + "." + at.ispId()).nextInt(classes.length)];
    }

    private SplittableRandom random(String what) {
        return new SplittableRandom(seed * 31 + what.hashCode());
    }
}
