package org.caravan.execution;

import org.caravan.execution.journal.Cancel;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.Journal;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.time.Clock;

/** Decides whether a run may be cancelled, records the cancellation, and signals its execution. */
final class RunCanceller {

    private final RunStore store;
    private final Clock clock;
    private final Journal journal;
    private final ActiveRuns active;
    private final RunStarter beginning;

    RunCanceller(RunStore store, Clock clock, Journal journal, ActiveRuns active, RunStarter beginning) {
        this.store = store;
        this.clock = clock;
        this.journal = journal;
        this.active = active;
        this.beginning = beginning;
    }

    void cancel(long runId, String by) {
        ExecutionReport run = store.run(runId).orElseThrow(() -> DeploymentRefusal.unknownDeployment(runId));
        if (run.cancel().isPresent()) {
            return; // idempotent
        }
        boolean carriedOut = active.cancel(run.application(), runId, () -> write(runId, by));
        if (!carriedOut) {
            // The run is interrupted and not active: resume it so that it ends as cancelled.
            write(runId, by);
            beginning.resume(runId);
        }
    }

    private void write(long runId, String by) {
        if (!store.cancelled(runId, new Cancel(by, clock.now()))) {
            refuse(store.run(runId).orElseThrow());
        }
        journal.tellRun(runId);
    }

    private static void refuse(ExecutionReport run) {
        String name = "Deployment " + run.runId() + " of " + run.application();
        if (run.state() == RunState.UNDOING) {
            throw DeploymentRefusal.of("deployment-undoing", name + " is on its way back.", "wait until it has ended.");
        }
        throw DeploymentRefusal.of("deployment-ended", name + " is not under way: " + run.state() + ".", "there is nothing to cancel.");
    }
}
