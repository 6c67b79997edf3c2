package org.caravan.cli.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.caravan.api.node.HostCapability;
import org.caravan.api.node.HostCapability.Figure;
import org.caravan.api.node.HostCapability.Watts;
import org.caravan.api.node.NodeTask;
import org.caravan.api.node.NodeTask.Finding;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.Terminal;

/** Prints findings and measurements of a node. */
final class NodeText {

    /** Number of sysbench events whose duration the paper reports. */
    private static final double PAPER_EVENTS = 10_000;

    private NodeText() {}

    static void findings(NodeTask task, Terminal terminal) {
        task.findings().forEach(finding -> {
            terminal.line(String.format("  %-8s %-32s %s", finding.verdict().toLowerCase(Locale.ROOT), finding.subject(), finding.what()));
            if (!finding.wayOut().isEmpty()) {
                terminal.line(" ".repeat(43) + " Maybe " + finding.wayOut() + ".");
            }
        });
    }

    /** 0: ready; 2: changes or a restart are required; 1: a manual fix is required. */
    static int exitCode(NodeTask task) {
        boolean pending = false;
        for (Finding finding : task.findings()) {
            switch (finding.verdict()) {
                case "MISSING", "FAILED" -> {
                    return ExitCode.ERROR;
                }
                case "CHANGE", "REBOOT" -> pending = true;
                default -> { }
            }
        }
        return pending ? ExitCode.CHANGES_PENDING : ExitCode.DONE;
    }

    static void capability(HostCapability capability, Terminal terminal) {
        terminal.line("Capability, version " + capability.version() + " of " + capability.measuredAt());
        capability.figures().forEach(figure -> terminal.line(String.format(Locale.ROOT, "  %-12s %12s ± %s %s, %d times%s",
                figure.what(), rounded(figure.mean()), rounded(figure.halfWidth95()), figure.unit(), figure.times(),
                aside(figure, capability))));
        capability.watts().ifPresent(watts -> terminal.line("  power        " + text(watts)));
    }

    private static String aside(Figure figure, HostCapability capability) {
        if (figure.what().equals("cpu")) {
            return String.format(Locale.ROOT, " (10,000 in %.2f s)", PAPER_EVENTS / figure.mean());
        }
        return figure.what().startsWith("network") ? " (peer " + capability.peerId().orElse("") + ")" : "";
    }

    /** Capability on one line, for lists. */
    static String summary(HostCapability capability) {
        List<String> parts = new ArrayList<>();
        capability.figures().forEach(figure -> parts.add(figure.what() + " " + rounded(figure.mean()) + " " + figure.unit()));
        capability.watts().ifPresent(watts -> parts.add(text(watts)));
        return String.join(", ", parts);
    }

    private static String text(Watts watts) {
        return String.format(Locale.ROOT, "%s..%s W", rounded(watts.idle()), rounded(watts.load()));
    }

    /** Three significant digits. */
    private static String rounded(double value) {
        return value >= 100 ? String.format(Locale.ROOT, "%.0f", value) : value >= 10 ? String.format(Locale.ROOT, "%.1f", value)
                : String.format(Locale.ROOT, "%.2f", value);
    }
}
