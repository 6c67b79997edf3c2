package org.caravan.server.deployment;

import java.time.Duration;
import java.util.Optional;
import org.caravan.api.deployment.DeploymentView;
import org.caravan.api.deployment.TargetView;
import org.caravan.execution.journal.Cancel;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.StepRecord;
import org.caravan.execution.journal.TargetRecord;

/** Converts runs and targets of the journal into answers of REST. */
final class DeploymentViews {

    private DeploymentViews() {}

    static DeploymentView of(ExecutionReport report, Optional<Duration> left) {
        return new DeploymentView(Long.toString(report.runId()), report.application(), report.planId(), report.undoPlanId(),
                report.terms().onFailure().toString(), report.state().name(), left.map(time -> time.toMillis() / 1000.0),
                report.startedAt(), report.endedAt(), report.error(),
                report.cancel().map(Cancel::by), report.cancel().map(Cancel::at),
                report.steps().stream().map(DeploymentViews::of).toList());
    }

    private static DeploymentView.StepView of(StepRecord step) {
        return new DeploymentView.StepView(step.attempt(), step.phase().name(), step.number(), step.text(), step.kind().name(),
                step.state().name(), step.startedAt(), step.endedAt(), step.tries(), step.error());
    }

    static TargetView of(TargetRecord adoption) {
        return new TargetView(adoption.planId(), adoption.generation(), adoption.since(), adoption.instances(),
                Long.toString(adoption.runId()), adoption.phase().name(), adoption.state().name(), adoption.target());
    }
}
