package org.caravan.server.deployment;

import java.util.List;
import org.caravan.execution.Deployment;
import org.caravan.execution.ExecutionReport;
import org.caravan.execution.RunStore;
import org.caravan.execution.StepState;
import org.caravan.server.decision.Decided;
import org.caravan.server.decision.Decisions;
import org.caravan.server.decision.OwnRule;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** At the start: users get the answers they had, and unfinished deployments go on. */
@Component
class Recovery {

    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

    private final Deployment deployment;
    private final RunStore runs;
    private final Decisions decisions;

    Recovery(Deployment deployment, RunStore runs, Decisions decisions) {
        this.deployment = deployment;
        this.runs = runs;
        this.decisions = decisions;
    }

    /** Whatever stands in the way of it, the server must be there to show it. */
    @Order(1)
    @EventListener(ApplicationReadyEvent.class)
    void recover() {
        try {
            deployment.recover().forEach(runId -> runs.run(runId).ifPresent(this::note));
        } catch (RuntimeException e) {
            LOG.error("unfinished deployments could not be gone on with", e);
        }
    }

    private void note(ExecutionReport run) {
        long done = run.steps().stream().filter(step -> step.state() == StepState.DONE).count();
        decisions.note(Decided.of(OwnRule.DEPLOYMENT_RESUMED, "The server had ended while deployment " + run.runId() + " was under way.", "It goes on as its next attempt.")
                .by(run.application()).about(List.of("deployment " + run.runId())).with("steps done before", done));
    }
}
