package org.caravan.server.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/**
 * Something that goes wrong at a time.
 *
 * @param at seconds since the begin
 * @param subject id of a host or number of a server; empty if it concerns neither
 * @param lasts seconds
 * @param points for a kill: number of steps of the server, counted from this time, before it dies
 */
record Fault(int at, Kind kind, String subject, int lasts, int points) {

    /** Kinds of faults. */
    enum Kind {
        HOST_DIES(true), PATH_CUT(true), PATH_FLAPS(true), PROVIDER_SLOW(true), PROVIDER_REFUSES(true), PROVIDER_THROTTLES(true),
        PROVIDER_ANSWERS_LATE(true), PROVIDER_WRONG(true), LIST_STALE(true), SERVER_KILLED(false), DISK_FULL(false), MESSAGE_LOST(false),
        MESSAGE_DOUBLED(false), SERVER_PARTED(false), APPLICATION_FROZEN(false), PERSON_REPLANS(false), LOAD_RISES(false),
        LOAD_FALLS(false), METRICS_MISSING(false), FORECAST_RISES(false), FORECAST_MISSING(false);

        private static final Set<Kind> OF_LOOKS = Set.of(HOST_DIES, PATH_CUT, PATH_FLAPS, PROVIDER_SLOW, PROVIDER_THROTTLES);

        private static final Set<Kind> OF_RULES = Set.of(LOAD_RISES, LOAD_FALLS, METRICS_MISSING, FORECAST_RISES, FORECAST_MISSING);

        private final boolean ofHost;

        Kind(boolean ofHost) {
            this.ofHost = ofHost;
        }

        boolean ofHost() {
            return ofHost;
        }

        /** Whether only rules of models see it. */
        boolean ofRules() {
            return OF_RULES.contains(this);
        }

        /** Whether looks at the host meet it, each time perhaps in another way. */
        boolean ofLooks() {
            return OF_LOOKS.contains(this);
        }
    }

    /** Faults between the first deployment and {@code end}, in order of time; each ends before {@code end}. */
    static List<Fault> random(Random random, Duration end, int perHour, List<String> hostIds, int servers,
            List<Kind> kinds) {
        List<Fault> faults = new ArrayList<>();
        int begin = 300;
        int last = (int) end.toSeconds();
        int number = (int) Math.max(1, (last - begin) * (long) perHour / 3600);
        for (int i = 0; i < number; i++) {
            int at = begin + random.nextInt(Math.max(1, last - begin));
            Kind kind = kinds.get(random.nextInt(kinds.size()));
            // Many short ones, few long ones, so that faults meet.
            int lasts = 1 + (int) Math.min(last - at, Math.exp(random.nextDouble() * Math.log(1_800)));
            String subject = kind.ofHost() ? hostIds.get(random.nextInt(hostIds.size())) : Integer.toString(random.nextInt(servers));
            faults.add(new Fault(at, kind, subject, lasts, random.nextInt(60)));
        }
        faults.sort(Comparator.comparingInt(Fault::at));
        return faults;
    }

    /** For the story. */
    String text() {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " " + subject + " for " + lasts + " s"
                + (kind == Kind.SERVER_KILLED ? ", after " + points + " steps" : "");
    }

    /** As Java, for a test that keeps a failing case. */
    String java() {
        return "new Fault(" + at + ", Fault.Kind." + kind + ", \"" + subject + "\", " + lasts + ", " + points + ")";
    }
}
