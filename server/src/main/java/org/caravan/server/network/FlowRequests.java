package org.caravan.server.network;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.api.network.ProbeFlows;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.ProbeSchedule;
import org.caravan.measure.schedule.ProbeScope;
import org.caravan.measure.schedule.ProbeSettings;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.HttpStatus;

/** Checks and applies the paths and flows that a request chooses. */
final class FlowRequests {

    private static final int MOST_AT_ONCE = 100;

    private FlowRequests() {}

    /** @throws ProblemException if a value is out of range, a path is unknown, or the scope does not allow chosen paths */
    static ProbeFlows checked(ProbeFlows flows, ProbeScope scope, Infrastructure infrastructure) {
        within("flow-seconds", flows.flowSeconds(), 2, 600);
        within("flows-at-once", flows.flowsAtOnce(), 1, MOST_AT_ONCE);
        if (!flows.paths().isEmpty() && scope != ProbeScope.IDLE && scope != ProbeScope.FULL) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "paths-without-scope", "The scope ("
                    + scope.name().toLowerCase(Locale.ROOT)
                    + ") selects the paths.", "use scope full or idle with chosen paths.");
        }
        Set<AccessPoint> known = infrastructure.sites().stream().flatMap(site -> site.accessPoints().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        flows.paths().forEach(text -> check(text, known));
        return flows;
    }

    static ProbeSettings applied(ProbeFlows flows, ProbeSettings settings) {
        return settings.withFlows(flows.flowSeconds().orElse(settings.flowSeconds()), flows.flowsAtOnce().orElse(settings.flowsAtOnce()));
    }

    static ProbeSchedule applied(ProbeFlows flows, ProbeSchedule schedule) {
        return flows.paths().isEmpty() ? schedule : schedule.only(flows.paths().stream().map(PathId::parse).collect(Collectors.toSet()));
    }

    private static void check(String text, Set<AccessPoint> known) {
        try {
            PathId path = PathId.parse(text);
            if (known.contains(path.from()) && known.contains(path.to()) && !path.withinSite()) {
                return;
            }
        } catch (IllegalArgumentException e) {
            // Reported below: text that is not a path is rejected as an unknown path, whatever its syntax error is.
        }
        throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "unknown-path", "There is no path (" + text
                + ") between two sites of the infrastructure.",
                "use one like bergen.BKK/ipv6 -> simula.Uninett/ipv6; access points are " + known + ".");
    }

    private static void within(String what, Optional<Integer> value, int least, int most) {
        value.filter(wish -> wish < least || wish > most).ifPresent(wish -> {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "bad-" + what, "The " + what.replace('-', ' ') + " (" + wish
                    + ") are not " + least + " to " + most + ".",
                    "leave them out.");
        });
    }
}
