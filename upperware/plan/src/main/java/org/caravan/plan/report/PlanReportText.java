package org.caravan.plan.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.plan.PlanReport;
import org.caravan.plan.PlanReport.ConstraintScore;
import org.caravan.plan.PlanReport.InstanceReason;
import org.caravan.plan.TextLines;
import org.caravan.plan.diff.CostText;

/** Text of a {@link PlanReport} for a terminal of 120 columns. */
public final class PlanReportText {

    private static final int COLUMNS = 120;

    /** Common properties of instances that share a line. */
    private record Shared(String hostId, String because) {}

    private PlanReportText() {}

    public static String of(PlanReport report) {
        TextLines text = new TextLines(COLUMNS);
        text.add("cost " + CostText.cost(report));
        report.egress().forEach(egress -> text.add("  " + CostText.egress(egress)));
        report.shared().forEach(host -> text.add("  " + CostText.shared(host)));
        if (report.watts().isPresent()) {
            text.add("power " + CostText.watts(report.watts()));
        }
        report.utilities().forEach(utility -> text.add(utility.toString()));
        if (report.certificate().known()) {
            text.add(report.certificate().toString());
        }
        report.certificate().remarks().forEach(remark -> text.add("  " + remark));
        report.leftOut().ifPresent(left -> {
            text.blank().add("left out, as the whole application has no placement");
            left.lines().forEach(line -> text.add("  " + line));
            left.reasons().forEach(line -> text.add("  why: " + line.strip()));
        });
        new LatencyText(report.latencies()).appendTo(text);
        appendReasons(text, report.instances());
        if (!report.tippingPoints().isEmpty()) {
            text.blank().add("tipping points: what changes the plan, everything else being equal");
            report.tippingPoints().forEach(point -> text.add("  " + point));
        }
        appendScores(text, report.scores());
        if (!report.notes().isEmpty()) {
            text.blank().add("notes");
            report.notes().forEach(note -> text.add("  " + note));
        }
        return text.toString();
    }

    private static void appendReasons(TextLines text, List<InstanceReason> reasons) {
        Map<Shared, String> because = new LinkedHashMap<>();
        Map<String, String> removed = new TreeMap<>();
        for (InstanceReason reason : reasons) {
            String instance = reason.instance().toString();
            because.merge(new Shared(reason.hostId(), reason.because()), instance, PlanReportText::list);
            reason.removed().forEach(removal -> removed.merge(removal, instance, PlanReportText::list));
        }
        text.blank().add("reasons (in brackets: change on the next best host, ms of mean latency and EUR per month)");
        because.forEach((shared, instances) ->
                text.add("  " + instances + "  " + shared.hostId() + "  " + shared.because()));
        if (!removed.isEmpty()) {
            text.blank().add("out of the question");
            removed.forEach((removal, instances) -> text.add("  " + removal + " for " + instances));
        }
    }

    private static String list(String instances, String another) {
        return instances + ", " + another;
    }

    private static void appendScores(TextLines text, List<ConstraintScore> scores) {
        text.blank().add("objectives (minimised)");
        TextTable goals = new TextTable("ll");
        scores.stream()
                .filter(score -> !hard(score))
                .forEach(score -> goals.row(score.name(), score.explanation()));
        goals.appendTo(text);
        String kept = scores.stream()
                .filter(score -> hard(score) && score.score() == 0)
                .map(ConstraintScore::name)
                .collect(Collectors.joining(", "));
        text.add("obligations kept: " + kept);
        scores.stream()
                .filter(score -> hard(score) && score.score() != 0)
                .forEach(score -> text.add("obligation broken: " + score.name() + " " + score.explanation()));
    }

    private static boolean hard(ConstraintScore score) {
        return score.level().equals("hard");
    }
}
