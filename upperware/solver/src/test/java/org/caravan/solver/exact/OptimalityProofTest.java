package org.caravan.solver.exact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.caravan.plan.Certificate;
import org.caravan.plan.planner.OngoingPlanning;
import org.caravan.plan.planner.PlanningCancelled;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.BenchProblem;
import org.caravan.solver.GeneratedProblems;
import org.caravan.solver.OptaPlannerPlanner;
import org.caravan.solver.SockShop;
import org.caravan.solver.build.PreparedProblem;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.search.ConstructionHeuristic;
import org.caravan.solver.search.LocalSearch;
import org.junit.jupiter.api.Test;

/** Plans for which somebody asks for a proof, by CP-SAT in a process of its own as a server has it. */
class OptimalityProofTest {

    private static final String CLASS_PATH = System.getProperty("java.class.path");

    private final OptaPlannerPlanner planner = new OptaPlannerPlanner();

    @Test
    void aGapThatRelaxationLeavesIsClosed() {
        PlacementProblem problem = GeneratedProblems.sized(2, 8, 14);

        Planned plain = (Planned) planner.plan(problem);
        Planned proved = (Planned) planner.plan(proving(problem, 60));

        assertThat(plain.report().certificate()).hasToString("within 45.3 % of the best possible by its goals");
        assertThat(proved.report().certificate().toString()).matches("the best possible by its goals, proved by CP-SAT in \\d+\\.\\d s");
        assertThat(proved.report().certificate().remarks()).isEmpty();
        assertThat(proved.plan()).isEqualTo(plain.plan());
    }

    @Test
    void aBetterPlacementIsThePlanAndStaysIt() {
        PlacementProblem problem = GeneratedProblems.sized(11, 8, 14);

        Planned plain = (Planned) planner.plan(problem);
        Planned proved = (Planned) planner.plan(proving(problem, 60));

        Certificate certificate = proved.report().certificate();
        assertThat(certificate.points()).isLessThan(plain.report().certificate().points());
        assertThat(certificate.proved()).isTrue();
        assertThat(certificate.remarks()).containsExactly(
                "CP-SAT found this placement: it is better than the one of the search by 98.58 points");
        assertThat(((Planned) planner.plan(proving(problem, 60))).plan()).as("once more").isEqualTo(proved.plan());
        Planned next = (Planned) planner.plan(problem.withCurrent(proved.plan().asCurrentTarget().placements()));
        assertThat(next.report().certificate().points()).as("nothing moves for it").isLessThanOrEqualTo(certificate.points());
    }

    @Test
    void whatIsProvedAlreadyIsNotAsked() {
        Planned planned = (Planned) planner.plan(proving(SockShop.first(), 60));

        assertThat(planned.report().certificate()).hasToString("the best possible by its goals, proved (CP-SAT was not needed)");
    }

    @Test
    void thatNothingCanBePlacedIsProved() {
        NoPlacement none = (NoPlacement) planner.plan(proving(GeneratedProblems.sized(15, 8, 14), 60));

        assertThat(none.reasons()).endsWith("No placement keeps all obligations: CP-SAT proved it.");
    }

    @Test
    void withoutOrToolsThePlanIsMadeAllTheSame() {
        for (String missing : List.of("ortools-java", "ortools-linux")) {
            PreparedProblem ground = PreparedProblem.of(proving(GeneratedProblems.sized(2, 8, 14), 60));
            Assignment found = new LocalSearch(ground.problem().policy()).find(ground.searched());
            String less = Arrays.stream(CLASS_PATH.split(File.pathSeparator)).filter(entry -> !entry.contains(missing))
                    .collect(Collectors.joining(File.pathSeparator));
            assertThat(less).isNotEqualTo(CLASS_PATH);

            OptimalityProof.Proved proved = OptimalityProof.of(ground, found, assignment -> assignment, less);

            assertThat(proved.assignment().samePositions(found)).isTrue();
            Certificate certificate = proved.certificate().orElseThrow();
            assertThat(certificate).hasToString("within 45.3 % of the best possible by its goals (by relaxation; CP-SAT did not run)");
            assertThat(certificate.remarks()).hasSize(2);
            assertThat(certificate.remarks().get(0)).startsWith("CP-SAT did not run: OR-tools, or its native library for this machine (");
            assertThat(certificate.remarks().get(1)).isEqualTo("Maybe add it: see docs/operating.md.");
        }
    }

    @Test
    void whatIsTooLargeIsNotAsked() {
        PlacementProblem problem = BenchProblem.of(BenchProblem.Size.of("200x1000"), 1, true);
        PreparedProblem ground = PreparedProblem.of(proving(problem, 60));

        Certificate certificate = OptimalityProof.of(ground, new ConstructionHeuristic(ground.searched()).find(), assignment -> assignment)
                .certificate().orElseThrow();

        assertThat(certificate.remarks().get(0)).startsWith("CP-SAT did not run: its model would have some ")
                .endsWith(" variables, more than 60000.");
    }

    /** It would go on for half an hour. */
    @Test
    void cancelledItEndsSoonAndLeavesNothing() {
        PlacementProblem problem = proving(BenchProblem.of(BenchProblem.Size.of("50x200"), 1, true), 1_800);
        OngoingPlanning planning = planner.begin(problem);
        CompletableFuture<PlanningOutcome> outcome = CompletableFuture.supplyAsync(planning::outcome);

        await().failFast("it ended", outcome::isDone).until(() -> planning.progress().stage().equals("has CP-SAT prove it"));
        planning.cancel();

        assertThatThrownBy(() -> outcome.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(PlanningCancelled.class);
    }

    private static PlacementProblem proving(PlacementProblem problem, int seconds) {
        return problem.withPolicy(problem.policy().withProof(seconds));
    }
}
