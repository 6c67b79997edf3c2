package org.caravan.execution;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedState;
import org.caravan.canonical.Digest;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.Journal;
import org.caravan.execution.journal.OutdatedPlan;
import org.caravan.execution.journal.PlanLineage;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.RunTerms;
import org.caravan.execution.journal.Target;
import org.caravan.execution.time.Clock;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport;

/** Decides whether a run may start or resume, records it, and starts its execution. */
final class RunStarter {

    private final HostRegistry fleet;
    private final RunStore store;
    private final Clock clock;
    private final Admission admission;
    private final Journal journal;
    private final Adoption adoption;
    private final ActiveRuns active;

    RunStarter(HostRegistry fleet, RunStore store, Clock clock, Admission admission, Journal journal, Adoption adoption,
            ActiveRuns active) {
        this.fleet = fleet;
        this.store = store;
        this.clock = clock;
        this.admission = admission;
        this.journal = journal;
        this.adoption = adoption;
        this.active = active;
    }

    long start(DeploymentPlan plan, Optional<PlanReport> report, RunTerms terms) {
        active.awaitRelease(plan.application(), runId -> store.latestRun(plan.application())
                .filter(latest -> latest.runId() == runId && !latest.state().underWay()).isPresent());
        return active.begin(plan.application(), () -> {
            refuseUnfinished(plan.application());
            Optional<DeploymentPlan> target = store.target(plan.application()).map(Target::plan);
            if (!target.equals(Optional.of(plan))) {
                PlanLineage.check(plan, target);
            }
            // The only observation of all hosts in a run. Later rounds observe only hosts that have or may have copies.
            ObservedState seen = fleet.observe();
            admission.check(plan, seen);
            Set<String> hostIds = seen.of(plan.application()).copies().stream().map(ObservedCopy::hostId).collect(Collectors.toSet());
            long runId = adoption.adopt(plan, () -> store.begin(plan, report, terms, hostIds, clock.now()));
            journal.tellRun(runId);
            return new ActiveRuns.Run(runId, plan);
        });
    }

    void resume(long runId) {
        ExecutionReport run = store.run(runId).orElseThrow(() -> DeploymentRefusal.unknownDeployment(runId));
        if (run.state().isFinal()) {
            boolean done = run.state() == RunState.DONE;
            throw DeploymentRefusal.of("deployment-" + (done ? "done" : "undone"),
                    "Deployment " + runId + " of " + run.application() + " is " + (done ? "done." : "undone."),
                    done ? "repair later changes: caravan drift --repair." : "plan again after fixing the cause.");
        }
        active.awaitRelease(run.application(), held -> held == runId && !run.state().underWay());
        active.begin(run.application(), () -> {
            DeploymentPlan plan = store.target(run.application()).orElseThrow().plan();
            if (!plan.digest().equals(run.aimId())) {
                throw new OutdatedPlan(runId, run.aimId(), plan);
            }
            store.reopened(runId, clock.now());
            journal.tellRun(runId);
            return new ActiveRuns.Run(runId, plan);
        });
    }

    private void refuseUnfinished(String application) {
        // Reads only the summary first: unreadable details of an earlier run must not prevent a new one.
        store.latestRun(application).filter(latest -> latest.state().underWay()).flatMap(latest -> store.run(latest.runId()))
                .ifPresent(run -> {
                    throw DeploymentRefusal.of("deployment-running",
                            "Deployment " + run.runId() + " of " + application + " (plan " + Digest.abbreviated(run.planId())
                                    + ") was interrupted.", "resume it first.");
                });
    }
}
