package org.caravan.plan.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import org.caravan.adapter.InstanceId;
import org.caravan.plan.Certificate;
import org.caravan.plan.GoldenText;
import org.caravan.plan.PlanReport;
import org.caravan.plan.PlanReport.ConstraintScore;
import org.caravan.plan.PlanReport.InstanceReason;
import org.caravan.plan.TwoSites;
import org.caravan.plan.figure.PlanFigures;
import org.caravan.problem.PlacementProblem;
import org.junit.jupiter.api.Test;

class PlanReportTextTest {

    private final PlacementProblem problem = TwoSites.problem(Optional.empty(), List.of());
    private final PlanFigures figures = new PlanFigures(problem, TwoSites.plan(problem, "box-1", "box-3"));

    @Test
    void aReportReadsAsExpected() {
        GoldenText.check("report", PlanReportText.of(report(List.of("host box-2 was not considered: away"))));
    }

    @Test
    void noLineIsWiderThanATerminal() {
        String text = PlanReportText.of(report(List.of("many words ".repeat(40))));
        assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(120));
    }

    @Test
    void latencyOfARequestIsTheSumOfItsHops() {
        // users -> web: 3 ms + 100 kB at 50 Mbit/s (16 ms), and 0.7 ms until the first 14.5 kB (2.3 ms) are acknowledged;
        // web -> db: 2 x 12 ms + 1 kB at 90 Mbit/s (0.09 ms).
        assertThat(figures.latencies().get(0).mean()).hasToString("43.8 ms");
        assertThat(figures.latencies().get(0).p95()).hasToString("49.8 ms");
        double mean = figures.latencies().get(0).mean().value();
        double tail = figures.latencies().get(0).p95().value() - mean;
        assertThat(figures.latencies().get(0).p50().orElseThrow().value())
                .as("ln 2 of an exponential tail with the mean 1 and the p95 ln 20")
                .isCloseTo(mean - tail * (1 - Math.log(2)) / (Math.log(20) - 1), within(1e-9));
    }

    private PlanReport report(List<String> notes) {
        return new PlanReport(
                figures.cost(),
                new Certificate(1_000, 994),
                figures.latencies(),
                List.of(
                        new ConstraintScore("hostCpuNotExceeded", "hard", 0, ""),
                        new ConstraintScore("latencyMinimised", "soft", -8_620, "86.20 ms = read × 2.0")),
                List.of(
                        new InstanceReason(new InstanceId("db", 1), "box-3", "its data is here", "", 0,
                                List.of("away from its data on 2 hosts")),
                        new InstanceReason(new InstanceId("web", 1), "box-1",
                                "nearer to users all (on box-3: read +5.2 ms, -10.00 EUR)", "box-3", 40, List.of())),
                notes);
    }
}
