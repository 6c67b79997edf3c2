package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.NetworkMatrix;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.plan.report.PlanReportText;
import org.caravan.plan.report.PlanScreenText;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.OptaPlannerPlanner;
import org.junit.jupiter.api.Test;

/** The plan of a model of 300 lines, {@code examples/market}, is explained on one screen. */
class MarketTest {

    private static final Path MODEL = Path.of("../examples/market/market.caravan");
    private static final Path SITES = Path.of("../examples/testbed/nornet.caravan");
    private static final Path EXPECTED = Path.of("../examples/market/expected.txt");

    @Test
    void aPlanOfThreeHundredLinesIsExplainedOnOneScreen() throws IOException {
        assertThat(Files.readAllLines(MODEL)).hasSizeBetween(270, 330);
        PlacementProblem problem = problem();
        PlanningOutcome outcome = new OptaPlannerPlanner().plan(problem);
        assertThat(outcome).isInstanceOf(Planned.class);
        Planned planned = (Planned) outcome;

        String screen = PlanScreenText.of(planned.report(), PlanDiff.of(Optional.empty(), planned.plan(), problem), steps(planned));

        assertThat(PlanReportText.of(planned.report()).lines().count()).as("all of it").isGreaterThan(100);
        assertThat(screen.lines().count()).isLessThan(50);
        assertThat(screen.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(120));
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(EXPECTED, screen);
        }
        assertThat(screen).isEqualTo(Files.readString(EXPECTED));
    }

    /** As many as a first deployment has of the kind that is counted; the rest of their words is not read. */
    private static String steps(Planned planned) {
        StringBuilder steps = new StringBuilder();
        planned.plan().instances().forEach(placed -> steps.append("[] -> #1 CREATE ").append(placed.instance()).append('\n'));
        return steps.toString();
    }

    private static PlacementProblem problem() throws IOException {
        return ExampleProblem.of(Map.of("market.caravan", Files.readString(MODEL), "sites.caravan", Files.readString(SITES)),
                MarketTest::network);
    }

    /** By distance, 100 Mbit/s: what light in glass takes there and back, twice, and 2 ms. */
    static NetworkMatrix network(Infrastructure infrastructure) {
        return ExampleNetwork.of(infrastructure, 100e6, (from, to) -> {
            double degrees = Math.hypot(from.position().latitude() - to.position().latitude(),
                    (from.position().longitude() - to.position().longitude()) * Math.cos(Math.toRadians(from.position().latitude())));
            return Math.round((2 + degrees * 2.2) * 10) / 10.0;
        });
    }
}
