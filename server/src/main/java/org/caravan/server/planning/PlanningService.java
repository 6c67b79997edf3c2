package org.caravan.server.planning;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.api.plan.PlanView;
import org.caravan.api.plan.PlanView.Outcome;
import org.caravan.canonical.Digest;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport;
import org.caravan.plan.diff.PlanDiff;
import org.caravan.plan.lint.PlanLint;
import org.caravan.plan.lint.Remark;
import org.caravan.plan.planner.PlanningOutcome.NoPlacement;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.plan.report.PlanReportText;
import org.caravan.plan.report.PlanScreenText;
import org.caravan.problem.PlacementProblem;
import org.caravan.server.broker.PlanOrder;
import org.caravan.server.model.Models;
import org.caravan.server.model.StoredModel;
import org.springframework.stereotype.Component;

/** Runs one planning: builds the problem, solves it and stores the answer. */
@Component
class PlanningService {

    private final ProblemSource problems;
    private final RunningPlannings underWay;
    private final Targets targets;
    private final StepPreview steps;
    private final EarlierPlans earlier;
    private final PlanStore store;
    private final Rejections rejections;
    private final Models models;
    private final TakeOvers takeOvers;
    private final ApprovedModels approvedModels;
    private final Clock clock;

    PlanningService(ProblemSource problems, RunningPlannings underWay, Targets targets, StepPreview steps, EarlierPlans earlier,
            PlanStore store, Rejections rejections, Models models, TakeOvers takeOvers, ApprovedModels approvedModels, Clock clock) {
        this.approvedModels = approvedModels;
        this.takeOvers = takeOvers;
        this.models = models;
        this.rejections = rejections;
        this.problems = problems;
        this.underWay = underWay;
        this.targets = targets;
        this.steps = steps;
        this.earlier = earlier;
        this.store = store;
        this.clock = clock;
    }

    /** @param number id of the planning */
    PlanView plan(long number, String application, PlanOrder order) {
        approvedModels.settle(application);
        Optional<String> before = modelDigest(application);
        RunningPlannings.Ended ended = underWay.plan(number, application, order);
        if (ended.outcome() instanceof Planned planned) {
            PlanView view = announced(view(ended.problem(), planned.plan(), Optional.of(explained(ended, planned))));
            // A model that was submitted during the planning may or may not be the one that it used.
            return kept(planned.plan(), takeOvers.on(view, planned.plan()), modelDigest(application).filter(now -> before.equals(
                    Optional.of(now))));
        }
        PlanView answer = none(application, (NoPlacement) ended.outcome());
        keep(answer, Optional.empty(), Optional.empty());
        return answer;
    }

    private Optional<String> modelDigest(String application) {
        return models.find(application).map(StoredModel::digest);
    }

    /** A model that changes no placement still needs approval, because what it changes acts later: rules, promises, bounds. */
    private PlanView announced(PlanView view) {
        if (view.changes() || targets.target(view.application()).isEmpty() || !approvedModels.changesHowItActs(view.application())) {
            return view;
        }
        return view.modelOnly(PlanViews.of(List.of(new Remark(Remark.Severity.ADVICE, "model-only", "The plan changes nothing that runs. "
                + "Its approval lets the server act by the rules, promises and bounds of the new model.",
                "approve it: caravan deploy " + view.application() + "."))));
    }

    /** The report says where rates are measured, and what counted quotas change. */
    private PlanReport explained(RunningPlannings.Ended ended, Planned planned) {
        List<String> measured = new ArrayList<>(problems.notes(ended.problem().application()));
        measured.addAll(QuotaNotes.of(ended.problem()));
        return measured.isEmpty() ? planned.report() : planned.report().with(planned.report().certificate(), measured);
    }

    /**
     * Creates a rollback plan without a search, with the placement of an earlier plan. It is approved like any other plan. It belongs to
     * the submitter of the earlier plan, so that returning to the time before a take-over needs consent, too.
     */
    PlanView rollback(String application, Optional<String> reference) {
        DeploymentPlan plan = earlier.backTo(application, reference);
        Optional<String> by = store.answer(application, earlier.earlierId(application, reference)).flatMap(PlanView::handedOverBy);
        return kept(plan, takeOvers.on(view(problems.problem(application, Set.of()), plan, Optional.empty()), plan, by),
                store.modelDigest(application, earlier.earlierId(application, reference)));
    }

    /** Stores a plan that was derived from the target without a search. It is approved like any other plan. */
    PlanView derived(DeploymentPlan plan) {
        return kept(plan, takeOvers.on(view(problems.problem(plan.application(), Set.of()), plan, Optional.empty()), plan),
                Optional.empty());
    }

    private PlanView kept(DeploymentPlan plan, PlanView answer, Optional<String> modelDigest) {
        keep(answer, Optional.of(plan), modelDigest);
        return answer.rejected(rejections.of(answer.application(), answer.id()));
    }

    /** @throws org.caravan.server.rest.ProblemException if the application was removed during planning; nothing is stored then */
    private void keep(PlanView answer, Optional<DeploymentPlan> plan, Optional<String> modelDigest) {
        models.required(answer.application());
        store.add(answer, plan, modelDigest);
    }

    private PlanView view(PlacementProblem problem, DeploymentPlan plan, Optional<PlanReport> report) {
        PlanDiff diff = PlanDiff.of(targets.target(plan.application()), plan, problem);
        String stepsText = steps.textOf(plan);
        // A plan equal to the target also changes something if a host has lost instances of the target.
        boolean changes = diff.changes() || !stepsText.isEmpty();
        List<Remark> remarks = report.map(known -> PlanLint.of(problem, plan, known)).orElse(List.of());
        return new PlanView(plan.application(), Outcome.PLANNED, plan.digest(), plan.generation(), changes,
                plan.canonicalText(), Optional.of(PlacementViews.of(plan)), report.map(ReportViews::of),
                report.map(PlanReportText::of).orElse(""), report.map(known -> PlanScreenText.of(known, diff, stepsText)).orElse(""),
                Optional.of(PlanViews.of(diff)), diff.canonicalText(),
                stepsText, List.of(), Optional.empty(), PlanViews.of(remarks), clock.instant(), Optional.empty(), Optional.empty(),
                Optional.empty());
    }

    private PlanView none(String application, NoPlacement none) {
        String id = Digest.of(application + "\n" + String.join("\n", none.reasons()));
        return new PlanView(application, Outcome.NO_PLACEMENT, id, 0, false, "", Optional.empty(), Optional.empty(), "", "",
                Optional.empty(), "",
                "", none.reasons(), none.conflict().map(PlanViews::of), List.of(), clock.instant(), Optional.empty(), Optional.empty(),
                Optional.empty());
    }
}
