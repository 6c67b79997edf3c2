package org.caravan.server.deployment;

import org.caravan.execution.ExecutionReport;
import org.caravan.execution.ProgressListener;
import org.caravan.execution.StepEvent;
import org.caravan.execution.StepRecord;
import org.caravan.server.events.Event;
import org.caravan.server.events.Events;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Tells what happens to runs and their steps. */
@Component
class DeploymentProgress implements ProgressListener {

    private static final Logger LOG = LoggerFactory.getLogger(DeploymentProgress.class);

    private final Events events;

    DeploymentProgress(Events events) {
        this.events = events;
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
        if (!report.state().underWay()) {
            events.publish(new Event.ApplicationChanged(report.application(), report.state().name()));
        }
    }
}
