package org.caravan.execution;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.ObservedState;
import org.caravan.application.OnFailure;
import org.caravan.change.Removal;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.Reversal;
import org.caravan.plan.ReversalGround;

/** Finds the plan by which an application goes back to what it was. */
final class Undo {

    private final Fleet fleet;
    private final RunStore store;

    Undo(Fleet fleet, RunStore store) {
        this.fleet = fleet;
        this.store = store;
    }

    /** Whether the model says so and the run changed what is wanted: one that only mends has nothing to go back to. */
    static boolean wanted(ExecutionReport run) {
        return run.terms().onFailure() == OnFailure.UNDO && run.undoPlanId().isEmpty()
                && !run.previousPlanId().equals(Optional.of(run.planId()));
    }

    /**
     * Back to the target before the run; to nothing, if there was none.
     *
     * @throws RejectedInput if something that keeps data would be lost by it
     */
    DeploymentPlan of(ExecutionReport run, DeploymentPlan failed, ObservedState seen) {
        return run.previousPlanId().isEmpty() ? Removal.of(failed)
                : backTo(store.plan(run.previousPlanId().get()).orElseThrow(), failed, seen, run.terms().statefulComponentIds());
    }

    DeploymentPlan backTo(DeploymentPlan earlier, DeploymentPlan current, ObservedState seen, Set<String> statefulComponentIds) {
        List<DeploymentPlan> others = store.targets().stream()
                .map(Target::plan)
                .filter(plan -> !plan.application().equals(current.application()))
                .toList();
        return Reversal.of(earlier, current, new ReversalGround(fleet.infrastructure(), seen, statefulComponentIds, others));
    }
}
