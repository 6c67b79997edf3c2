package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Users;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Site;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.score.Assignment;
import org.caravan.testing.Sample;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What holds of every plan, over many generated problems. */
class OptaPlannerPlannerTest {

    private final OptaPlannerPlanner planner = new OptaPlannerPlanner();

    @Test
    void smallProblemsAreSolvedAsWellAsByTryingEverything() {
        // A generator that makes only hopeless problems would prove nothing.
        assertThat(solvedAsWellAsByTryingEverything(Sample.of(50, 100))).isBetween(Sample.of(20, 40), Sample.of(45, 90));
    }

    @Test
    @Tag("slow")
    void aThousandSmallProblemsAreSolvedAsWellAsByTryingEverything() {
        int planned = solvedAsWellAsByTryingEverything(1_000);
        System.out.println("compared with trying everything: 1000 problems, " + planned + " with a placement, all optima equal");
    }

    private int solvedAsWellAsByTryingEverything(int problems) {
        int[] planned = {0};
        GeneratedProblems.small(problems).forEach(problem -> {
            Optional<Assignment> best = BruteForce.best(ProblemCompiler.of(problem));
            PlanningOutcome outcome = planner.plan(problem);
            assertThat(outcome instanceof Planned).isEqualTo(best.isPresent());
            if (outcome instanceof Planned found) {
                planned[0]++;
                assertThat(points(found)).as(problem.digest()).isEqualTo(best.orElseThrow().soft());
                assertThat(found.report().certificate().points()).isEqualTo(best.orElseThrow().soft());
                assertThat(found.report().certificate().bound()).isBetween(0L, best.orElseThrow().soft());
                assertThat(found.report().instances())
                        .allSatisfy(reason -> assertThat(reason.runnerUpPenalty()).isNotNegative());
            } else {
                assertThat(((NoPlacement) outcome).reasons()).isNotEmpty();
            }
        });
        return planned[0];
    }

    @Test
    void planningUnchangedInputAsksForNothing() {
        unchangedAsksForNothing(Sample.of(20, 40));
    }

    @Test
    @Tag("slow")
    void planningUnchangedInputOfManyProblemsAsksForNothing() {
        unchangedAsksForNothing(300);
    }

    private void unchangedAsksForNothing(int problems) {
        GeneratedProblems.small(problems).forEach(problem -> {
            if (planner.plan(problem) instanceof Planned first) {
                DeploymentPlan target = first.plan();
                PlacementProblem again = Replanning.withTarget(problem, target);
                DeploymentPlan next = planned(again).plan();
                assertThat(PlanDiff.of(Optional.of(target), next, again).changes()).isFalse();
                assertThat(sameButForParent(next, target)).isEqualTo(target);
            }
        });
    }

    @Test
    void planningUnchangedInputOfTheShopAsksForNothing() {
        DeploymentPlan target = planned(SockShop.first()).plan();
        PlacementProblem again = Replanning.withTarget(SockShop.first(), target);
        assertThat(PlanDiff.of(Optional.of(target), planned(again).plan(), again).changes()).isFalse();
    }

    @Test
    void replanningFromAnywhereKeepsDataInPlaceAndSettles() {
        keepsDataInPlaceAndSettles(30);
    }

    @Test
    @Tag("slow")
    void replanningManyProblemsFromAnywhereKeepsDataInPlaceAndSettles() {
        keepsDataInPlaceAndSettles(300);
    }

    private void keepsDataInPlaceAndSettles(int problems) {
        Random random = new Random(5);
        GeneratedProblems.small(problems).forEach(problem -> {
            PlacementProblem moved = Replanning.asIfPlacedAnywhere(problem, random);
            if (planner.plan(moved) instanceof Planned first) {
                moved.current().stream()
                        .filter(now -> problem.application().component(now.instance().componentId()).stateful())
                        .forEach(now -> assertThat(first.plan().instance(now.instance()).orElseThrow().hostId())
                                .isEqualTo(now.hostId()));
                PlacementProblem again = Replanning.withTarget(moved, first.plan());
                assertThat(PlanDiff.of(Optional.of(first.plan()), planned(again).plan(), again).changes()).isFalse();
            }
        });
    }

    @Test
    void equalProblemsGiveEqualPlansInWhateverOrderTheyAreWritten() {
        equalPlans(20);
    }

    @Test
    @Tag("slow")
    void equalProblemsOfManyGiveEqualPlansInWhateverOrderTheyAreWritten() {
        equalPlans(200);
    }

    private void equalPlans(int problems) {
        GeneratedProblems.small(problems).forEach(problem -> {
            PlacementProblem shuffled = shuffled(problem, new Random(3));
            assertThat(shuffled.digest()).isEqualTo(problem.digest());
            assertThat(planner.plan(shuffled)).isEqualTo(planner.plan(problem));
        });
    }

    private static long points(Planned planned) {
        return -planned.report().scores().stream().mapToLong(score -> score.score()).sum();
    }

    private Planned planned(PlacementProblem problem) {
        PlanningOutcome outcome = planner.plan(problem);
        assertThat(outcome).isInstanceOf(Planned.class);
        return (Planned) outcome;
    }

    private static DeploymentPlan sameButForParent(DeploymentPlan plan, DeploymentPlan target) {
        return new DeploymentPlan(plan.application(), plan.applicationVersion(), target.parentId(),
                target.generation(), plan.instances(), plan.links(), plan.entries());
    }

    private static PlacementProblem shuffled(PlacementProblem problem, Random random) {
        ApplicationModel model = problem.application();
        List<Component> components = mixed(model.components(), random);
        List<Users> users = mixed(model.users(), random);
        List<Site> sites = mixed(problem.infrastructure().sites(), random);
        return new PlacementProblem(
                new ApplicationModel(model.name(), model.version(), components, mixed(model.locations(), random),
                        mixed(model.separations(), random), users, mixed(model.requests(), random), model.slos(),
                        mixed(model.goals(), random), model.onFailure()),
                new Infrastructure(problem.infrastructure().name(), mixed(problem.infrastructure().hostTypes(), random), sites),
                problem.inventory(),
                problem.network(),
                problem.parentId(),
                problem.generation(),
                problem.current(),
                problem.reservedElsewhere(),
                problem.takenSlots(),
                problem.policy());
    }

    private static <T> List<T> mixed(List<T> things, Random random) {
        List<T> mixed = new ArrayList<>(things);
        Collections.shuffle(mixed, random);
        return mixed;
    }
}
