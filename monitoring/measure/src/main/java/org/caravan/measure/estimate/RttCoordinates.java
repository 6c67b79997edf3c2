package org.caravan.measure.estimate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Position;

/**
 * Estimates round-trip times with network coordinates. The estimate is the sum of the distance between the two sites in coordinate
 * space, a height for the access link at each end, and a correction for the pair of sites. Coordinates start on the globe and are
 * fitted to the measurements. Coordinates and heights are as in Vivaldi (Dabek et al., SIGCOMM 2004), except that all access links of
 * a site share its coordinates. The correction shrinks to 0 if few pairs of access links were measured.
 */
public final class RttCoordinates implements Rule {

    /** Total number of coordinate updates: enough to converge on small networks, affordable on large ones. */
    private static final int PULLS = 30_000;
    private static final int FEWEST_ROUNDS = 30;
    private static final int MOST_ROUNDS = 400;
    private static final double FIRST_STEP = 0.25;

    private static final int SWEEPS = 30;

    /** Shrinkage of the correction of a site pair, in observations; four measured pairs of access links count more than one. */
    private static final double DOUBT = 0.1;

    private static final double LEAST = 0.05;

    private final List<Line> lines = new ArrayList<>();
    private final Map<AccessPoint, Line> lineOf = new HashMap<>();
    private final Map<String, SitePair> pairOf = new HashMap<>();

    /** An access link: the coordinates of its site and its height in ms. */
    private static final class Line {
        private final NetworkCoordinate place;
        private final List<Seen> seen = new ArrayList<>();
        private double height = 1;

        Line(NetworkCoordinate place) {
            this.place = place;
        }
    }

    /** Correction of a pair of sites, in ms. */
    private static final class SitePair {
        private final List<Seen> seen = new ArrayList<>();
        private double beside;
    }

    private record Seen(Line one, Line other, SitePair pair, double value, double weight) {

        /** Weights by relative error. Adds 1 ms to the value, because relative errors below those of 1 ms are noise of the machines. */
        static Seen of(Line one, Line other, SitePair pair, double value) {
            return new Seen(one, other, pair, value, 1 / ((value + 1) * (value + 1)));
        }

        double left() {
            return value - one.place.distance(other.place) - one.height - other.height - pair.beside;
        }
    }

    /**
     * @param observed round-trip times in ms; one direction represents both
     * @param positions geographic positions of sites by site id
     */
    public RttCoordinates(List<Observation> observed, Function<String, Position> positions) {
        Map<String, NetworkCoordinate> places = new HashMap<>();
        List<Seen> all = new ArrayList<>();
        for (Observation one : observed) {
            Seen seen = Seen.of(line(one.from(), places, positions), line(one.to(), places, positions),
                    pairOf.computeIfAbsent(one.sites(), any -> new SitePair()), one.value());
            all.add(seen);
            seen.one().seen.add(seen);
            seen.other().seen.add(seen);
            seen.pair().seen.add(seen);
        }
        int rounds = Math.max(FEWEST_ROUNDS, Math.min(MOST_ROUNDS, PULLS / Math.max(1, all.size())));
        for (int round = 0; round < rounds; round++) {
            double step = FIRST_STEP * (1 - (double) round / rounds);
            for (Seen seen : all) {
                pull(seen.one(), seen.other(), seen.value(), step);
                pull(seen.other(), seen.one(), seen.value(), step);
            }
        }
        settle();
    }

    @Override
    public Optional<Value> value(AccessPoint from, AccessPoint to) {
        Line one = lineOf.get(from);
        Line other = lineOf.get(to);
        if (one == null || other == null) {
            return Optional.empty();
        }
        SitePair pair = pairOf.get(Observation.sites(from, to));
        double sum = one.place.distance(other.place) + one.height + other.height + (pair == null ? 0 : pair.beside);
        return Optional.of(new Value(Math.max(LEAST, sum), pair == null ? 1 : 2));
    }

    private Line line(AccessPoint at, Map<String, NetworkCoordinate> places, Function<String, Position> positions) {
        return lineOf.computeIfAbsent(at, unknown -> {
            Line line = new Line(places.computeIfAbsent(at.siteId(), siteId -> NetworkCoordinate.onTheGlobe(positions.apply(siteId))));
            lines.add(line);
            return line;
        });
    }

    private static void pull(Line moved, Line anchor, double truth, double step) {
        double length = moved.place.distance(anchor.place) + moved.height + anchor.height;
        double force = step * (truth - length) / length;
        moved.place.move(anchor.place, force);
        moved.height = Math.max(0.01, moved.height + force * (moved.height + anchor.height));
    }

    /** Fits heights and site pair corrections alternately, by least squares of relative errors with fixed coordinates. */
    private void settle() {
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            for (SitePair pair : pairOf.values()) {
                int count = pair.seen.size();
                pair.beside = (pair.beside + left(pair.seen)) * count / (count + DOUBT);
            }
            for (Line line : lines) {
                line.height = Math.max(0, line.height + left(line.seen));
            }
        }
    }

    private static double left(List<Seen> seen) {
        double sum = 0;
        double weights = 0;
        for (Seen one : seen) {
            sum += one.weight() * one.left();
            weights += one.weight();
        }
        return sum / weights;
    }

    /** Coordinates of a site in the space of round-trip times, in ms; they change during the fit. */
    private static final class NetworkCoordinate {

        /** Earth radius in ms of round-trip time: light in fibre at 200 km/ms, on cables 1.5 times as long as the great circle. */
        private static final double EARTH_RADIUS = 6371 * 2 * 1.5 / 200;

        private static final double LEAST = 1e-6;

        private final double[] at;

        private NetworkCoordinate(double... at) {
            this.at = at;
        }

        static NetworkCoordinate onTheGlobe(Position position) {
            double latitude = Math.toRadians(position.latitude());
            double longitude = Math.toRadians(position.longitude());
            return new NetworkCoordinate(
                    EARTH_RADIUS * Math.cos(latitude) * Math.cos(longitude),
                    EARTH_RADIUS * Math.cos(latitude) * Math.sin(longitude),
                    EARTH_RADIUS * Math.sin(latitude));
        }

        double distance(NetworkCoordinate other) {
            double squares = 0;
            for (int i = 0; i < at.length; i++) {
                squares += (at[i] - other.at[i]) * (at[i] - other.at[i]);
            }
            return Math.max(LEAST, Math.sqrt(squares));
        }

        /** @param share fraction of the distance; a positive value moves away from the other site */
        void move(NetworkCoordinate other, double share) {
            for (int i = 0; i < at.length; i++) {
                at[i] += share * (at[i] - other.at[i]);
            }
        }
    }
}
