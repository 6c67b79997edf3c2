package org.caravan.server.leading;

import java.util.List;
import org.caravan.execution.DeploymentService;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.StepState;
import org.caravan.server.data.StoredRows;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.Decisions;
import org.springframework.stereotype.Component;

/** First task of a new leader: restores the published name service entries and resumes unfinished deployments. */
@Component
class Recovery {

    private final DeploymentService deployment;
    private final RunStore runs;
    private final Decisions decisions;

    Recovery(DeploymentService deployment, RunStore runs, Decisions decisions) {
        this.deployment = deployment;
        this.runs = runs;
        this.decisions = decisions;
    }

    void recover() {
        StoredRows.readable(deployment.recover(), runs::run).forEach(this::note);
    }

    private void note(ExecutionReport run) {
        long done = run.steps().stream().filter(step -> step.state() == StepState.DONE).count();
        decisions.note(DecisionRecord.of(BuiltInRule.DEPLOYMENT_RESUMED, "The server had ended while deployment " + run.runId()
                + " was under way.", "It continues as its next attempt.")
                .by(run.application()).about(List.of("deployment " + run.runId())).with("steps done before", done));
    }
}
