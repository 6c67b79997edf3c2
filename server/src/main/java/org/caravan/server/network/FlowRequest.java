package org.caravan.server.network;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.PathId;
import org.caravan.measure.schedule.ProbeSchedule;
import org.caravan.measure.schedule.ProbeScope;
import org.caravan.measure.schedule.ProbeSettings;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.HttpStatus;

@Schema(name = "FlowsWished", description = "Paths and flows of a probe run, if the server does not select them.")
record FlowRequest(
        @Schema(description = "Only these paths; empty: all paths of the scope.", example = "[\"bergen.BKK/ipv6 -> simula.Uninett/ipv6\"]")
                List<String> paths,
        @Schema(description = "Duration of a flow, 2 to 600 s (default: 4).", example = "10") Optional<Integer> flowSeconds,
        @Schema(description = "Number of concurrent flows, which share neither a line nor a machine, 1 to 100 (default: 3).", example = "1")
                Optional<Integer> flowsAtOnce) {

    static final FlowRequest ANY = new FlowRequest(List.of(), Optional.empty(), Optional.empty());

    private static final int MOST_AT_ONCE = 100;

    FlowRequest {
        paths = paths == null ? List.of() : List.copyOf(paths);
    }

    /** @throws ProblemException if a value is out of range, a path is unknown, or the scope does not allow chosen paths */
    FlowRequest checked(ProbeScope scope, Infrastructure infrastructure) {
        within("flow-seconds", flowSeconds, 2, 600);
        within("flows-at-once", flowsAtOnce, 1, MOST_AT_ONCE);
        if (!paths.isEmpty() && scope != ProbeScope.IDLE && scope != ProbeScope.FULL) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "paths-without-scope", "The scope ("
                    + scope.name().toLowerCase(Locale.ROOT)
                    + ") selects the paths.", "use scope full or idle with chosen paths.");
        }
        Set<AccessPoint> known = infrastructure.sites().stream().flatMap(site -> site.accessPoints().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        paths.forEach(text -> check(text, known));
        return this;
    }

    ProbeSettings applied(ProbeSettings settings) {
        return settings.withFlows(flowSeconds.orElse(settings.flowSeconds()), flowsAtOnce.orElse(settings.flowsAtOnce()));
    }

    ProbeSchedule applied(ProbeSchedule schedule) {
        return paths.isEmpty() ? schedule : schedule.only(paths.stream().map(PathId::parse).collect(Collectors.toSet()));
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
