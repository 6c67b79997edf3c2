package org.caravan.server.deployment;

import java.util.List;
import org.caravan.canonical.Digest;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.ProgressListener;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.StepEvent;
import org.caravan.execution.journal.StepRecord;
import org.caravan.execution.journal.StepState;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.Decisions;
import org.caravan.server.events.Event;
import org.caravan.server.events.Events;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Publishes events about runs and their steps, and records automatic undo decisions. */
@Component
class DeploymentProgress implements ProgressListener {

    private static final Logger LOG = LoggerFactory.getLogger(DeploymentProgress.class);

    private final Events events;
    private final Decisions decisions;

    DeploymentProgress(Events events, Decisions decisions) {
        this.events = events;
        this.decisions = decisions;
    }

    @Override
    public void onStep(StepEvent event) {
        StepRecord step = event.step();
        events.publish(new Event.StepChanged(event.application(), Long.toString(event.runId()), step.number(), step.text(),
                step.state().name(), step.error().orElse(null)));
    }

    @Override
    public void onRun(ExecutionReport report) {
        String error = report.error().orElse(null);
        LOG.info("deployment {} of {}: {}{}", report.runId(), report.application(), report.state(),
                error == null ? "" : ", " + error.lines().findFirst().orElse(""));
        events.publish(new Event.DeploymentChanged(
                report.application(), Long.toString(report.runId()), report.state().name(), error));
        if (report.state() == RunState.UNDOING) {
            noteUndo(report);
        }
        if (!report.state().underWay()) {
            events.publish(new Event.ApplicationChanged(report.application(), report.state().name()));
        }
    }

    private void noteUndo(ExecutionReport report) {
        long failed = report.steps().stream().filter(step -> step.state() == StepState.FAILED).count();
        DecisionRecord undone = DecisionRecord.of(BuiltInRule.DEPLOYMENT_UNDONE, report.error().orElse("A step failed permanently."),
                "Deployment " + report.runId() + " goes back" + report.undoPlanId().map(id -> " by plan " + Digest.abbreviated(id))
                        .orElse("") + ".")
                .by(report.application()).about(List.of("deployment " + report.runId())).with("steps", report.steps().size())
                .with("steps that failed", failed);
        try {
            decisions.note(undone);
        } catch (DataAccessException away) {
            // The undo itself goes on.
            LOG.warn("decision about deployment {} is not stored: {}", report.runId(), away.getMessage());
        }
    }
}
