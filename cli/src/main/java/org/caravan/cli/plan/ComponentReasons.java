package org.caravan.cli.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.caravan.client.ApiFault;
import org.caravan.client.Display;
import tools.jackson.databind.JsonNode;

/** Explains the placement of one component, from the report of a plan that is too long to read completely. */
public final class ComponentReasons {

    private final JsonNode report;
    private final String component;

    public ComponentReasons(JsonNode plan, String component) {
        this.report = plan.path("report");
        this.component = component;
    }

    /** @throws ApiFault if the plan has no such component */
    void print(Display display) {
        lines().forEach(display::line);
    }

    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        report.path("instances").valueStream().filter(reason -> of(reason.path("instance").asString())).forEach(reason -> {
            lines.add(reason.path("instance").asString() + "  " + reason.path("hostId").asString() + "  "
                    + reason.path("because").asString());
            reason.path("removed").forEach(removed -> lines.add("  excluded: " + removed.asString()));
        });
        report.path("leftOut").path("parts").valueStream().filter(part -> part.path("componentId").asString().equals(component))
                .forEach(part -> {
            lines.add("left out: " + part.path("explanation").asString());
            report.path("leftOut").path("because")
                    .forEach(reason -> lines.add("  the whole application has no placement: " + reason.asString()));
        });
        if (lines.isEmpty()) {
            throw new ApiFault("unknown-component", "The plan has no component (" + component + ").\n    Maybe one of "
                    + report.path("instances").valueStream().map(reason -> reason.path("instance").asString().replaceFirst(":.*", ""))
                    .distinct().toList());
        }
        report.path("latencies").forEach(request -> request.path("hops").valueStream()
                .filter(hop -> Stream.of("from", "to").anyMatch(end -> hop.path(end).asString().equals(component)))
                .forEach(hop -> lines.add(hop(request, hop))));
        report.path("tippingPoints").valueStream().map(point -> point.path("explanation").asString())
                .filter(words -> words.contains(component + ":")).forEach(words -> lines.add("it changes if: " + words));
        return lines;
    }

    private boolean of(String instance) {
        return instance.startsWith(component + ":");
    }

    private static String hop(JsonNode request, JsonNode hop) {
        String waits = hop.has("waitingMillis") ? String.format(Locale.ROOT, "waits %.1f ms and ", hop.path("waitingMillis").asDouble())
                : "";
        return String.format(Locale.ROOT, "%s for %s: %s -> %s takes %.1f ms (%s%.1f round trips of %.1f ms, %s; %s)",
                request.path("requestId").asString(),
                request.path("usersId").asString(), hop.path("from").asString(), hop.path("to").asString(),
                        hop.path("latencyMillis").asDouble(), waits,
                hop.path("roundTrips").asDouble(), hop.path("rttMillis").asDouble(), hop.path("path").asString(),
                        hop.path("basis").asString());
    }
}
