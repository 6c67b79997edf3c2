package org.caravan.execution;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.caravan.adapter.ObservedState;
import org.caravan.application.OnFailure;
import org.caravan.change.Removal;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.RunStore;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.ReservedPlacements;
import org.caravan.plan.rollback.RollbackInput;
import org.caravan.plan.rollback.RollbackPlanner;

/** Creates the plan that returns an application to its previous target. */
final class Undo {

    private final HostRegistry fleet;
    private final RunStore store;

    Undo(HostRegistry fleet, RunStore store) {
        this.fleet = fleet;
        this.store = store;
    }

    /** True if the model requires an undo and the run changed the target. A repair run has no previous target to return to. */
    static boolean wanted(ExecutionReport run) {
        return run.terms().onFailure() == OnFailure.UNDO && run.undoPlanId().isEmpty()
                && !run.previousPlanId().equals(Optional.of(run.planId()));
    }

    /**
     * A plan that restores the target before the run; a removal if there was none.
     *
     * @throws RejectedInput if it would lose data
     */
    DeploymentPlan of(ExecutionReport run, DeploymentPlan failed, ObservedState seen) {
        return run.previousPlanId().isEmpty() ? Removal.of(failed)
                : backTo(store.plan(run.previousPlanId().get()).orElseThrow(), failed, seen, run.terms().statefulComponentIds());
    }

    DeploymentPlan backTo(DeploymentPlan earlier, DeploymentPlan current, ObservedState seen, Set<String> statefulComponentIds) {
        Predicate<String> outOfReach = hostId -> !seen.observed(hostId);
        ReservedPlacements taken = ReservedPlacements.of(List.of(store.reservedByOthers(current.application()),
                store.mayRemain(current.application(), outOfReach).onHosts(outOfReach)));
        return RollbackPlanner.of(earlier, current, new RollbackInput(fleet.infrastructure(), seen, statefulComponentIds, taken));
    }
}
