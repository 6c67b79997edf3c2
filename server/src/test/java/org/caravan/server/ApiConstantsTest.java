package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Arrays;
import java.util.List;
import org.caravan.adapter.lxc.NodeFinding;
import org.caravan.api.adaptation.DecisionView;
import org.caravan.api.application.ForecastView;
import org.caravan.api.deployment.DeploymentView;
import org.caravan.api.deployment.DeploymentView.StepView;
import org.caravan.api.deployment.TargetView;
import org.caravan.api.image.ImageView;
import org.caravan.api.network.MeasuredPathView;
import org.caravan.api.network.ProbeRunView;
import org.caravan.api.node.InfrastructureView;
import org.caravan.api.node.NodeTask;
import org.caravan.api.node.NodeView;
import org.caravan.api.plan.AdviceView;
import org.caravan.api.plan.ConflictView;
import org.caravan.api.plan.DiffView;
import org.caravan.api.plan.RemarkView;
import org.caravan.api.plan.WhatIfView;
import org.caravan.api.problem.DiagnosticView;
import org.caravan.application.OnFailure;
import org.caravan.change.StepKind;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.execution.journal.Phase;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.StepState;
import org.caravan.forecast.ChangeDetector;
import org.caravan.image.ImageKind;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.SiteKind;
import org.caravan.measure.PathStatistic;
import org.caravan.measure.run.ProbeProgress;
import org.caravan.plan.Conflict;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.lint.Remark;
import org.caravan.plan.advice.Advice;
import org.caravan.plan.advice.Refactoring;
import org.caravan.plan.whatif.Outcome;
import org.caravan.server.decision.Action;
import org.junit.jupiter.api.Test;

/** Records of REST know no enums of other modules; their documented values are these enums' all the same. */
class ApiConstantsTest {

    @Test
    void documentedValuesAreThoseOfTheEnums() throws NoSuchMethodException {
        check(DecisionView.ActionView.class, "state", Action.State.values());
        check(RemarkView.class, "severity", Remark.Severity.values());
        check(ConflictView.class, "certainty", Conflict.Certainty.values());
        check(DiffView.Change.class, "action", PlanDiff.Action.values());
        check(WhatIfView.OutcomeView.class, "kind", Outcome.Kind.values());
        check(AdviceView.class, "basis", Advice.Basis.values());
        check(AdviceView.AdvisedView.class, "kind", Refactoring.Kind.values());
        check(DeploymentView.class, "onFailure", OnFailure.values());
        check(DeploymentView.class, "state", RunState.values());
        check(StepView.class, "phase", Phase.values());
        check(StepView.class, "kind", StepKind.values());
        check(StepView.class, "state", StepState.values());
        check(TargetView.class, "phase", Phase.values());
        check(TargetView.class, "state", RunState.values());
        check(MeasuredPathView.FigureView.class, "origin", PathStatistic.Origin.values());
        check(ProbeRunView.class, "state", ProbeProgress.State.values());
        check(ImageView.class, "kind", ImageKind.values());
        check(ImageView.Manifest.class, "architecture", Architecture.values());
        check(DiagnosticView.class, "severity", Diagnostic.Severity.values());
        check(ForecastView.ChangeView.class, "direction", ChangeDetector.Direction.values());
        check(NodeView.class, "architecture", Architecture.values());
        check(InfrastructureView.HostTypeView.class, "architecture", Architecture.values());
        check(InfrastructureView.SiteView.class, "kind", SiteKind.values());
        check(InfrastructureView.SubnetView.class, "family", IpFamily.values());
        check(NodeTask.Finding.class, "verdict", NodeFinding.Verdict.values());
    }

    private static void check(Class<?> type, String field, Object[] values) throws NoSuchMethodException {
        List<String> documented = List.of(type.getMethod(field).getAnnotation(Schema.class).allowableValues());
        assertThat(documented).as(type.getSimpleName() + "." + field).isEqualTo(Arrays.stream(values).map(Object::toString).toList());
    }
}
