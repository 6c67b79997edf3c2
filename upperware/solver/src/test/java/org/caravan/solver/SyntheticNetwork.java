package org.caravan.solver;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.Site;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.measure.PathStatistic;

/** Figures for every path between sites, from the distance and from what each ISP is worth; no path within a site. */
public final class SyntheticNetwork {

    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final double KILOMETRES_PER_MS = 75;

    /** @param delay ms that the ISP adds to each round trip; @param mbps up and down */
    public record IspWorth(double delay, double mbps) {}

    private final Infrastructure infrastructure;
    private final Map<String, IspWorth> isps;
    private final Map<String, Double> addedDelay;

    /** @param addedDelay by site, ms that all its paths take longer */
    public SyntheticNetwork(Infrastructure infrastructure, Map<String, IspWorth> isps, Map<String, Double> addedDelay) {
        this.infrastructure = infrastructure;
        this.isps = isps;
        this.addedDelay = addedDelay;
    }

    public NetworkMatrix matrix() {
        List<PathFigures> figures = new ArrayList<>();
        for (Site from : infrastructure.sites()) {
            for (Site to : infrastructure.sites()) {
                if (!from.id().equals(to.id())) {
                    addPaths(figures, from, to);
                }
            }
        }
        return NetworkMatrix.of(figures);
    }

    private void addPaths(List<PathFigures> figures, Site from, Site to) {
        for (AccessPoint a : from.accessPoints()) {
            for (AccessPoint b : to.accessPoints()) {
                if (a.family() == b.family()) {
                    double rtt = rtt(from, to, a, b);
                    double mbps = Math.min(isps.get(a.ispId()).mbps(), isps.get(b.ispId()).mbps());
                    figures.add(figures(new PathId(a, b), rtt, mbps, figures.size() % 40));
                }
            }
        }
    }

    private double rtt(Site from, Site to, AccessPoint a, AccessPoint b) {
        double rtt = kilometres(from.position(), to.position()) / KILOMETRES_PER_MS
                + isps.get(a.ispId()).delay()
                + isps.get(b.ispId()).delay()
                + addedDelay.getOrDefault(from.id(), 0.0)
                + addedDelay.getOrDefault(to.id(), 0.0);
        return Math.round(rtt * 10) / 10.0;
    }

    static PathFigures figures(PathId path, double rtt, double mbps, int age) {
        Instant taken = NOON.minusSeconds(age);
        return new PathFigures(
                path,
                new PathStatistic(rtt, rtt / 50, rtt, rtt * 1.2, 16, taken, PathStatistic.Origin.MEASURED),
                Optional.empty(),
                Optional.of(new PathStatistic(mbps * 1e6, 0, mbps * 1e6, mbps * 1e6, 1, taken, PathStatistic.Origin.MEASURED)),
                0);
    }

    private static double kilometres(Position a, Position b) {
        double cosine = sin(a.latitude()) * sin(b.latitude())
                + cos(a.latitude()) * cos(b.latitude()) * cos(a.longitude() - b.longitude());
        return 6371 * Math.acos(Math.min(1, cosine));
    }

    private static double sin(double degrees) {
        return Math.sin(Math.toRadians(degrees));
    }

    private static double cos(double degrees) {
        return Math.cos(Math.toRadians(degrees));
    }
}
