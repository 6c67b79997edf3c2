package org.caravan.plan.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.plan.Certificate;
import org.caravan.plan.PlanReport;
import org.caravan.plan.PlanReport.InstanceReason;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.plan.PlanReport.SloLatency;
import org.caravan.plan.TextLines;
import org.caravan.plan.diff.CostText;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.diff.PlanDiff.Action;
import org.caravan.plan.diff.PlanDiff.Line;
import org.caravan.problem.QueueingDelay;

/**
 * Text of a plan of any size on one screen of 49 lines of 120 columns. Shortens long lists to the most important entries and counts the
 * rest.
 */
public final class PlanScreenText {

    private static final int COLUMNS = 120;
    /** Lines for omissions; the lists of hosts and reasons are shortened accordingly. */
    private static final int LEFT_OUT = 4;
    private static final int ROOM = 3;
    private static final int REQUESTS = 6;
    private static final int HOSTS = 6;
    private static final int REASONS = 6;
    private static final int POINTS = 3;
    private static final int CHANGES = 2;
    private static final int NOTES = 1;
    private static final int UTILITIES = 2;
    private static final Pattern STEP = Pattern.compile("#\\d+ ([A-Z_]+)");

    private final PlanReport report;
    private final StringBuilder text = new StringBuilder();

    private PlanScreenText(PlanReport report) {
        this.report = report;
    }

    /** @param steps one per line, for example {@code [1] -> #2 CREATE …} */
    public static String of(PlanReport report, PlanDiff diff, String steps) {
        PlanScreenText screen = new PlanScreenText(report);
        screen.line("cost " + diff.costBefore().map(before -> before + " -> ").orElse("") + CostText.costBriefly(report)
                + (report.watts().isPresent()
                        ? "; power " + diff.wattsBefore().map(before -> CostText.watts(diff.wattsBefore()) + " -> ").orElse("")
                                + CostText.watts(report.watts()) : "")
                + (report.certificate().known() && report.certificate().proof().isEmpty() ? "; " + report.certificate() : ""));
        screen.proof(report.certificate());
        report.utilities().stream().limit(UTILITIES).forEach(utility -> screen.line(utility.toString()));
        report.leftOut().ifPresent(left -> screen.some("left out, as the whole application has no placement", left.lines(), LEFT_OUT));
        screen.requests();
        screen.hosts();
        screen.reasons();
        screen.tippingPoints();
        screen.goals();
        screen.some("notes", report.notes(), NOTES);
        screen.changes(diff, steps);
        return screen.text.toString();
    }

    /** Requests with an SLO first, in the order of their remaining margin; then the slowest requests. */
    private void requests() {
        List<RequestLatency> sorted = report.latencies().stream()
                .sorted(Comparator.comparingDouble(PlanScreenText::used).thenComparing(RequestLatency::mean).reversed()).toList();
        TextTable table = new TextTable("llrrl");
        sorted.stream().limit(REQUESTS).forEach(latency -> table.row(latency.requestId(), "for " + latency.usersId(),
                QueueingDelay.words(latency.mean()),
                "p95 " + QueueingDelay.words(latency.p95()),
                        latency.slos().stream().map(PlanScreenText::words).collect(Collectors.joining("; "))));
        TextLines lines = new TextLines(COLUMNS);
        table.appendTo(lines);
        some("requests (mean, p95; closest to its SLO first)", lines.toString().lines().toList(), sorted.size(), "");
    }

    /** Fraction of the SLO limit that a request uses; 0 without an SLO. */
    private static double used(RequestLatency latency) {
        return latency.slos().stream().mapToDouble(slo -> slo.latency().value() / slo.limit().value()).max().orElse(0);
    }

    private static String words(SloLatency slo) {
        return (slo.held().isEmpty() ? "" : slo.percentileText() + slo.held() + " ") + "promised < " + slo.limit()
                + (slo.kept() ? "" : ", MISSED");
    }

    private void hosts() {
        Map<String, List<String>> byHost = new TreeMap<>();
        report.instances().forEach(reason -> byHost.computeIfAbsent(reason.hostId(), none -> new ArrayList<>())
                .add(reason.instance().toString()));
        List<String> lines = byHost.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, List<String>> entry) -> entry.getValue().size()).reversed())
                .map(entry -> entry.getKey() + " (" + entry.getValue().size() + ")  " + String.join(", ", entry.getValue())).toList();
        some("where (" + report.instances().size() + " instances on " + byHost.size() + (byHost.size() == 1 ? " host)" : " hosts)"), lines,
                HOSTS - room());
    }

    /** Instances with the highest cost on another host; counts the others by kind of reason. */
    private void reasons() {
        List<InstanceReason> sorted = report.instances().stream()
                .sorted(Comparator.comparingLong(InstanceReason::runnerUpPenalty).reversed()).toList();
        List<String> lines = sorted.stream().limit(REASONS - room())
                .map(reason -> reason.instance() + "  " + reason.hostId() + "  " + reason.because()).toList();
        Map<String, Long> others = sorted.stream().skip(REASONS - room())
                .collect(Collectors.groupingBy(reason -> kind(reason.because()), TreeMap::new, Collectors.counting()));
        some("why here, largest loss elsewhere first", lines, sorted.size(), others.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(entry -> entry.getKey() + " " + entry.getValue()).collect(Collectors.joining(", ", ": ", "")));
    }

    /** For example, {@code nearer to carts (on pi-3: …)} has the kind {@code nearer to a peer}. */
    private static String kind(String because) {
        String bare = because.replaceFirst(" \\(on .*", "").replaceFirst("^as [a-z]+: ", "")
                .replaceFirst(", nearer to .*|, first in order", "");
        return bare.startsWith("nearer to ") ? "nearer to a peer" : bare.startsWith("as good as ") ? "as good elsewhere" : bare;
    }

    private int room() {
        return report.leftOut().isPresent() ? ROOM : 0;
    }

    private void tippingPoints() {
        some("tipping points: what changes the plan, everything else being equal", report.tippingPoints().stream().map(Object::toString)
                .toList(), POINTS);
    }

    private void goals() {
        blank();
        report.scores().stream().filter(score -> !score.level().equals("hard") && !score.explanation().isEmpty()
                && !score.name().equals("powerMinimised")
                        && !score.name().equals("utilityMaximised"))
                .forEach(score -> line(score.name() + "  " + score.explanation()));
        report.scores().stream().filter(score -> score.level().equals("hard") && score.score() != 0)
                .forEach(score -> line("obligation broken: " + score.name() + " " + score.explanation()));
    }

    private void changes(PlanDiff diff, String steps) {
        List<String> moved = diff.costBefore().isEmpty() ? List.of()
                : diff.instances().stream().map(line -> line.action().symbol() + " " + line.subject() + "  " + line.detail()).toList();
        some("moved", moved, CHANGES);
        blank();
        line(Stream.of(count("instances", diff.instances()), count("links", diff.links()), count("entries", diff.entries()))
                .filter(words -> !words.isEmpty()).collect(Collectors.joining("; ", "changes: ", diff.changes() ? "" : "none")));
        Map<String, Long> kinds = new TreeMap<>();
        for (Matcher step = STEP.matcher(steps); step.find();) {
            kinds.merge(step.group(1), 1L, Long::sum);
        }
        if (!kinds.isEmpty()) {
            line(kinds.entrySet().stream().map(kind -> kind.getValue() + " " + kind.getKey())
                    .collect(Collectors.joining(", ", "steps: ", "")));
        }
    }

    private static String count(String what, List<Line> lines) {
        Function<Action, Long> of = action -> lines.stream().filter(line -> line.action() == action).count();
        return Stream.of(Action.values()).filter(action -> of.apply(action) > 0)
                .map(action -> of.apply(action) + " " + what + " to " + action.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    private void some(String title, List<String> lines, int most) {
        some(title, lines.stream().limit(most).toList(), lines.size(), "");
    }

    /** @param all total number @param others text on the entries that are not listed */
    private void some(String title, List<String> lines, int all, String others) {
        if (!lines.isEmpty()) {
            blank();
            line(title);
            lines.forEach(one -> line("  " + one.strip()));
            if (all > lines.size()) {
                line("  and " + (all - lines.size()) + " more" + others);
            }
        }
    }

    private void blank() {
        text.append('\n');
    }

    /** Shows all remarks on the proof, because the user requested it. */
    private void proof(Certificate certificate) {
        certificate.proof().filter(any -> certificate.known()).ifPresent(any -> line(certificate.toString()));
        TextLines lines = new TextLines(COLUMNS);
        certificate.remarks().forEach(remark -> lines.add("  " + remark));
        text.append(lines);
    }

    private void line(String line) {
        text.append(line.length() <= COLUMNS ? line : line.substring(0, COLUMNS - 2) + " …").append('\n');
    }
}
