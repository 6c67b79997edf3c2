package org.caravan.plan.diff;

import java.util.List;
import java.util.Optional;
import org.caravan.plan.TextLines;
import org.caravan.plan.diff.PlanDiff.Action;
import org.caravan.plan.diff.PlanDiff.LatencyChange;
import org.caravan.plan.diff.PlanDiff.Line;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;

/** Text of a {@link PlanDiff} with at most 120 columns, one line per change, for display and golden files. */
final class PlanDiffText {

    /** Wide enough for a link with both its paths on one line. */
    private static final int COLUMNS = 120;

    private PlanDiffText() {}

    static String of(PlanDiff diff) {
        TextLines text = new TextLines(COLUMNS);
        append(text, "instance", diff.instances());
        append(text, "link", diff.links());
        append(text, "entry", diff.entries());
        append(text, "bandwidth", diff.bandwidth());
        if (diff.changes()) {
            text.blank();
        }
        text.add("cost " + diff.costBefore().map(MonthlyCost::toString).orElse("none") + " -> " + diff.costAfter());
        if (diff.wattsAfter().isPresent()) {
            text.add("power " + (diff.costBefore().isEmpty() ? "none" : CostText.watts(diff.wattsBefore())) + " -> "
                    + CostText.watts(diff.wattsAfter()));
        }
        // The first plan has nothing to compare with; its latencies are in its report.
        if (diff.costBefore().isPresent()) {
            appendLatencies(text, diff.latencies());
        }
        if (!diff.notPlaced().isEmpty()) {
            text.add("not placed " + String.join(", ", diff.notPlaced()));
        }
        text.add(summary(diff));
        return text.toString();
    }

    private static void append(TextLines text, String kind, List<Line> lines) {
        lines.forEach(line ->
                text.add(line.action().symbol() + " " + kind + " " + line.subject() + "  " + line.detail()));
    }

    private static void appendLatencies(TextLines text, List<LatencyChange> changes) {
        changes.stream().filter(change -> !unchanged(change)).forEach(change -> text.add("latency of " + name(change)
                + " " + change.before().map(Millis::toString).orElse("unknown") + " -> " + change.after()
                + " (p95 " + change.afterP95() + ")"));
        List<String> unchanged = changes.stream().filter(PlanDiffText::unchanged).map(PlanDiffText::name).toList();
        if (!unchanged.isEmpty()) {
            text.add("latency unchanged of " + String.join(", ", unchanged));
        }
    }

    private static boolean unchanged(LatencyChange change) {
        return change.before().map(Millis::toString).equals(Optional.of(change.after().toString()));
    }

    private static String name(LatencyChange change) {
        return change.requestId() + " for " + change.usersId();
    }

    private static String summary(PlanDiff diff) {
        if (!diff.changes()) {
            return "no changes";
        }
        return "instances: " + count(diff.instances(), Action.ADD) + " to add, "
                + count(diff.instances(), Action.REPLACE) + " to replace, "
                + count(diff.instances(), Action.REMOVE) + " to remove";
    }

    private static long count(List<Line> lines, Action action) {
        return lines.stream().filter(line -> line.action() == action).count();
    }
}
