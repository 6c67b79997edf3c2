package org.caravan.execution;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.caravan.adapter.CloudAdapter;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.Phase;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.RunSummary;

/** A person who cancels a run in its middle and, where it is held, resumes it later; and whether the run heeds that. */
final class CrashCancel {

    private final RunStore store;
    /** Whose run is cancelled when its next copy is created; empty if none is. */
    private final AtomicReference<String> wished = new AtomicReference<>("");

    private volatile DeploymentService deployment;

    CrashCancel(RunStore store) {
        this.store = store;
    }

    /** Where it is said; its hosts hear of it, so these are made first. */
    void by(DeploymentService deployment) {
        this.deployment = deployment;
    }

    void wish(String application) {
        wished.set(application);
    }

    CloudAdapter before(CloudAdapter real) {
        return KillPoints.before(CloudAdapter.class, real, "ensure", () -> {
            String application = wished.getAndSet("");
            if (!application.isEmpty()) {
                deployment.cancel(store.runs(application).get(0), "a person");
            }
        });
    }

    /** Of every application the newest run. */
    void resumeHeld(Duration limit) throws InterruptedException {
        for (RunSummary newest : store.latestRuns()) {
            resumeHeld(newest.runId(), limit);
        }
    }

    void resumeHeld(long runId, Duration limit) throws InterruptedException {
        ExecutionReport run = store.run(runId).orElseThrow();
        if (run.state() == RunState.FAILED && run.cancel().isPresent()) {
            deployment.resume(runId);
            deployment.await(runId, limit);
        }
    }

    /** It did not succeed all the same, and none of its steps began later. */
    static boolean heeded(ExecutionReport run) {
        return run.cancel().isEmpty() || run.state() != RunState.DONE && run.steps().stream().filter(step -> step.phase() == Phase.DEPLOY)
                .noneMatch(step -> step.startedAt().filter(run.cancel().get().at()::isBefore).isPresent());
    }
}
