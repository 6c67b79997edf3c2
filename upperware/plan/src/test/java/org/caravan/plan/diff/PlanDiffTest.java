package org.caravan.plan.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.InstanceId;
import org.caravan.application.ApplicationModel;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.GoldenText;
import org.caravan.plan.PlanAssembly;
import org.caravan.plan.TwoSites;
import org.caravan.plan.figure.PlanFigures;
import org.caravan.problem.OtherPlacement;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.Reservation;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Test;

class PlanDiffTest {

    private final DeploymentPlan target =
            TwoSites.plan(TwoSites.problem(Optional.empty(), List.of()), "box-1", "box-3");

    @Test
    void theFirstPlanAddsEverything() {
        PlanDiff diff = PlanDiff.of(Optional.empty(), target, TwoSites.problem(Optional.empty(), List.of()));
        assertThat(diff.changes()).isTrue();
        GoldenText.check("diff-first", diff.canonicalText());
    }

    @Test
    void anInstanceThatMovesTakesItsLinksAndEntriesAlong() {
        PlacementProblem problem = TwoSites.problem(Optional.of(target), List.of());
        GoldenText.check("diff-move",
                PlanDiff.of(Optional.of(target), TwoSites.plan(problem, "box-3", "box-3"), problem).canonicalText());
    }

    @Test
    void anInstanceMadeAnewSaysWhatIsDifferent() {
        PlacementProblem problem =
                TwoSites.problem(TwoSites.application("shop/web-2"), Optional.of(target), List.of());
        GoldenText.check("diff-image",
                PlanDiff.of(Optional.of(target), TwoSites.plan(problem, "box-1", "box-3"), problem).canonicalText());
    }

    @Test
    void aComponentThatIsGoneIsRemovedWithItsLinks() {
        ApplicationModel model = TwoSites.application();
        ApplicationModel alone = new ApplicationModel(model.name(), "2.0", List.of(model.component("db")),
                List.of(), List.of(), List.of(), List.of(), List.of());
        PlacementProblem problem = TwoSites.problem(alone, Optional.of(target), List.of());
        DeploymentPlan after = PlanAssembly.of(problem,
                Map.of(new InstanceId("db", 1), "box-3"));
        GoldenText.check("diff-remove", PlanDiff.of(Optional.of(target), after, problem).canonicalText());
    }

    @Test
    void plansThatDifferInParentAndGenerationOnlyHaveNoChanges() {
        PlacementProblem problem = TwoSites.problem(Optional.of(target), List.of());
        PlanDiff diff = PlanDiff.of(Optional.of(target), TwoSites.plan(problem, "box-1", "box-3"), problem);
        assertThat(diff.changes()).isFalse();
        assertThat(diff.canonicalText()).endsWith("no changes\n");
    }

    @Test
    void aHostIsPaidOnceAndNotAtAllWhereOthersPayIt() {
        PlacementProblem problem = TwoSites.problem(Optional.empty(), List.of());
        DeploymentPlan together = TwoSites.plan(problem, "box-1", "box-1");
        assertThat(new PlanFigures(problem, together).cost()).isEqualTo(new MonthlyCost(1_000));
        assertThat(new PlanFigures(problem, target).cost()).isEqualTo(new MonthlyCost(2_000));
        PlacementProblem shared = TwoSites.problem(Optional.empty(), List.of(
                new OtherPlacement("oslo", "box-1", 100, new Reservation(new MilliCores(1), new Bytes(1)))));
        assertThat(new PlanFigures(shared, target).cost()).isEqualTo(new MonthlyCost(1_000));
    }
}
