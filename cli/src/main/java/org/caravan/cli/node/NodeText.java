package org.caravan.cli.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.Terminal;
import tools.jackson.databind.JsonNode;

/** Prints findings and measurements of a node. */
final class NodeText {

    /** Number of sysbench events whose duration the paper reports. */
    private static final double PAPER_EVENTS = 10_000;

    private NodeText() {}

    static void findings(JsonNode task, Terminal terminal) {
        task.path("findings").forEach(finding -> {
            terminal.line(String.format("  %-8s %-32s %s", finding.path("verdict").asString().toLowerCase(Locale.ROOT),
                    finding.path("subject").asString(), finding.path("what").asString()));
            String way = finding.path("wayOut").asString("");
            if (!way.isEmpty()) {
                terminal.line(" ".repeat(43) + " Maybe " + way + ".");
            }
        });
    }

    /** 0: ready; 2: changes or a restart are required; 1: a manual fix is required. */
    static int exitCode(JsonNode task) {
        boolean pending = false;
        for (JsonNode finding : task.path("findings")) {
            switch (finding.path("verdict").asString()) {
                case "MISSING", "FAILED" -> {
                    return ExitCode.ERROR;
                }
                case "CHANGE", "REBOOT" -> pending = true;
                default -> { }
            }
        }
        return pending ? ExitCode.CHANGES_PENDING : ExitCode.DONE;
    }

    static void capability(JsonNode capability, Terminal terminal) {
        if (capability.isMissingNode()) {
            return;
        }
        terminal.line("Capability, version " + capability.path("version").asInt() + " of " + capability.path("measuredAt").asString());
        capability.path("figures").forEach(figure -> terminal.line(String.format(Locale.ROOT, "  %-12s %12s ± %s %s, %d times%s",
                figure.path("what").asString(), rounded(figure.path("mean").asDouble()), rounded(figure.path("halfWidth95").asDouble()),
                figure.path("unit").asString(), figure.path("times").asInt(), aside(figure, capability))));
        watts(capability).ifPresent(text -> terminal.line("  power        " + text));
    }

    private static String aside(JsonNode figure, JsonNode capability) {
        String what = figure.path("what").asString();
        if (what.equals("cpu")) {
            return String.format(Locale.ROOT, " (10,000 in %.2f s)", PAPER_EVENTS / figure.path("mean").asDouble());
        }
        return what.startsWith("network") ? " (peer " + capability.path("peerId").asString("") + ")" : "";
    }

    /** Capability on one line, for lists. */
    static String summary(JsonNode capability) {
        List<String> parts = new ArrayList<>();
        capability.path("figures").forEach(figure -> parts.add(figure.path("what").asString() + " "
                + rounded(figure.path("mean").asDouble())
                + " " + figure.path("unit").asString()));
        watts(capability).ifPresent(parts::add);
        return String.join(", ", parts);
    }

    private static Optional<String> watts(JsonNode capability) {
        JsonNode watts = capability.path("watts");
        return watts.isObject() ? Optional.of(String.format(Locale.ROOT, "%s..%s W", rounded(watts.path("idle").asDouble()),
                rounded(watts.path("load").asDouble()))) : Optional.empty();
    }

    /** Three significant digits. */
    private static String rounded(double value) {
        return value >= 100 ? String.format(Locale.ROOT, "%.0f", value) : value >= 10 ? String.format(Locale.ROOT, "%.1f", value)
                : String.format(Locale.ROOT, "%.2f", value);
    }
}
