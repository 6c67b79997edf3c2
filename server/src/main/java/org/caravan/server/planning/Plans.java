package org.caravan.server.planning;

import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.caravan.api.plan.PlanView;
import org.caravan.api.plan.PlanView.Outcome;
import org.caravan.api.plan.RejectionView;
import org.caravan.api.plan.ReportView;
import org.caravan.canonical.Digest;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.model.Models;
import org.caravan.server.rest.ProblemException;
import org.springframework.stereotype.Component;

/** Provides plans to the code that shows, approves or executes them. */
@Component
public class Plans {

    /** Shortened id, as it is shown to users. */
    private static final Pattern PREFIX = Pattern.compile("[0-9a-f]{6,63}");

    private final Models models;
    private final PlanStore store;
    private final Targets targets;
    private final Rejections rejections;
    private final PlanningRegistry plannings;
    private final PlanningCancellations cancellations;
    private final PlanNeeds needs;
    private final TakeOvers takeOvers;
    private final ApprovedModels approvedModels;

    Plans(Models models, PlanStore store, Targets targets, Rejections rejections, PlanningRegistry plannings,
            PlanningCancellations cancellations,
            PlanNeeds needs, TakeOvers takeOvers, ApprovedModels approvedModels) {
        this.approvedModels = approvedModels;
        this.needs = needs;
        this.takeOvers = takeOvers;
        this.plannings = plannings;
        this.cancellations = cancellations;
        this.rejections = rejections;
        this.models = models;
        this.store = store;
        this.targets = targets;
    }

    /**
     * The plan as it was made, and whether it was rejected since.
     *
     * @param id digest of a plan, a prefix of it of at least 6 digits, or {@code latest}
     * @throws ProblemException code unknown-plan; ambiguous-plan if several plans have the prefix
     */
    PlanView required(String application, String id) {
        models.required(application);
        Optional<PlanView> found = id.equals("latest") ? store.latest(application) : called(application, id);
        return found.map(plan -> plan.rejected(rejections.of(application, plan.id()))).orElseThrow(() -> unknown(application, id));
    }

    private Optional<PlanView> called(String application, String id) {
        if (!PREFIX.matcher(id).matches()) {
            return store.answer(application, id);
        }
        List<String> ids = store.ids(application, id);
        if (ids.size() > 1) {
            throw ProblemException.conflict("ambiguous-plan", "Several plans of application (" + application + ") begin with (" + id + ").",
                    "use more digits: " + ids.get(0) + " or " + ids.get(1) + ".");
        }
        return ids.stream().findFirst().flatMap(one -> store.answer(application, one));
    }

    /** The plan with its currently missing prerequisites, which only those who see the plan need: each image is looked up. */
    PlanView now(PlanView answer) {
        return needs.on(answer, answer.outcome() == Outcome.PLANNED ? store.plan(answer.application(), answer.id()) : Optional.empty());
    }

    /** @throws ProblemException if the plan takes over an application of another user without consent */
    public void refuseTakeOver(String application, DeploymentPlan plan, boolean consent) {
        takeOvers.refuse(application, required(application, plan.digest()), consent);
    }

    /** Report of a plan; empty if the plan is no longer stored. */
    public Optional<ReportView> report(String application, String planId) {
        return store.answer(application, planId).flatMap(PlanView::report);
    }

    /** Latencies that the report of a plan predicts; empty if the plan is no longer stored. */
    public List<PredictedLatency> predicted(String application, String planId) {
        return store.answer(application, planId).flatMap(PlanView::report).map(report -> report.latencies().stream()
                .map(Plans::predicted).toList()).orElse(List.of());
    }

    /** Cost by the report of a plan; empty if the plan is no longer stored. */
    public Optional<PlanCost> cost(String application, String planId) {
        return store.answer(application, planId).flatMap(PlanView::report).map(report -> new PlanCost(report.costCentsPerMonth(),
                report.egress().stream().mapToLong(ReportView.EgressPart::costCentsPerMonth).sum()));
    }

    private static PredictedLatency predicted(ReportView.Latency latency) {
        Optional<ReportView.HopPart> entry = latency.hops().stream().findFirst();
        return new PredictedLatency(latency.usersId(), latency.requestId(), latency.meanMillis(), latency.p95Millis(),
                entry.map(ReportView.HopPart::latencyMillis).orElse(0.0), entry.map(ReportView.HopPart::to).orElse(""), parts(latency),
                latency.p50Millis());
    }

    static PredictedLatency.Parts parts(ReportView.Latency latency) {
        double trips = latency.hops().stream().mapToDouble(hop -> hop.meanPart() * hop.roundTrips() * hop.rttMillis()).sum();
        double waits = latency.hops().stream().mapToDouble(hop -> hop.meanPart() * hop.waitingMillis().orElse(0.0)).sum();
        double hops = latency.hops().stream().mapToDouble(hop -> hop.meanPart() * hop.latencyMillis()).sum();
        boolean queues = latency.hops().stream().anyMatch(hop -> hop.waitingMillis().isPresent());
        double serves = latency.hops().stream().mapToDouble(hop -> hop.meanPart() * hop.serviceMillis().orElse(0.0)).sum();
        double servesTail = latency.hops().stream().mapToDouble(Plans::servesTail).sum();
        boolean declared = latency.hops().stream().anyMatch(hop -> hop.serviceMillis().isPresent());
        // Hops keep rounded figures: their difference can be a little below 0.
        return new PredictedLatency.Parts(trips, Math.max(0, hops - trips - waits - serves),
                declared ? Optional.of(serves) : Optional.empty(), declared ? Optional.of(servesTail) : Optional.empty(),
                latency.service().map(ReportView.ServicePart::meanMillis), latency.service().map(ReportView.ServicePart::p95Millis),
                queues ? Optional.of(waits) : Optional.empty());
    }

    /** As the report adds it: not below the part of the mean. */
    private static double servesTail(ReportView.HopPart hop) {
        return Math.max(hop.meanPart() * hop.serviceMillis().orElse(0.0), hop.tailPart() * hop.serviceP95Millis().orElse(0.0));
    }

    /** Records that the plan has become the target. */
    public void approved(String application, String planId) {
        store.answer(application, planId).ifPresent(plan -> takeOvers.approved(application, plan.handedOverBy()));
        approvedModels.approved(application, planId);
    }

    /** The approval of the plan that follows is one of a rule: it approves no model. */
    public void approvedByRule(String application, String planId) {
        approvedModels.planOnly(application, planId);
    }

    List<PlanView> all(String application, Optional<String> outcome, Optional<String> before, int most) {
        models.required(application);
        Map<String, RejectionView> rejected = rejections.all(application);
        return store.all(application, outcome, before, most).stream()
                .map(plan -> plan.rejected(Optional.ofNullable(rejected.get(plan.id())))).toList();
    }

    /**
     * The plan with this id.
     *
     * @throws ProblemException if it does not exist, or its planning found no placement
     */
    public DeploymentPlan plan(String application, String id) {
        PlanView view = required(application, id);
        return store.plan(application, view.id()).orElseThrow(() -> ProblemException.conflict("no-placement",
                "Plan (" + id + ") of application (" + application + ") found no placement.",
                "read its reasons, then change the model or the infrastructure."));
    }

    /**
     * The plan with this id, for approval.
     *
     * @throws ProblemException as {@link #plan}, or if the plan was rejected
     */
    public DeploymentPlan approvable(String application, String id) {
        DeploymentPlan plan = plan(application, id);
        rejections.of(application, plan.digest()).ifPresent(rejection -> {
            throw ProblemException.conflict("plan-rejected", "Plan (" + Digest.abbreviated(plan.digest()) + ") of application ("
                    + application + ") was rejected by " + rejection.name()
                    + " at " + rejection.at().truncatedTo(ChronoUnit.SECONDS)
                    + (rejection.reason().isEmpty() ? "." : ": " + rejection.reason()),
                    "withdraw the rejection first: DELETE /api/v1/applications/" + application + "/plans/" + plan.digest()
                            + "/rejection; or plan again once something has changed.");
        });
        return plan;
    }

    /** The latest plan, if it changes something, still succeeds the current target and was not rejected. */
    public Optional<String> pendingPlanId(String application) {
        Optional<String> parent = targets.target(application).map(DeploymentPlan::digest);
        return store.latest(application)
                .filter(view -> view.outcome() == Outcome.PLANNED && view.changes())
                .flatMap(view -> store.plan(application, view.id()))
                .filter(plan -> plan.parentId().equals(parent) && rejections.of(application, plan.digest()).isEmpty())
                .map(DeploymentPlan::digest);
    }

    /** Deletes all plans of the application and their rejections, and cancels its plannings. */
    public void forget(String application) {
        plannings.cancelAll(application).forEach(cancellations::tell);
        store.remove(application);
        rejections.removeAll(application);
        takeOvers.forget(application);
        approvedModels.forget(application);
    }

    private static ProblemException unknown(String application, String id) {
        return ProblemException.notFound("unknown-plan", "Application (" + application + ") has no plan (" + id + ").",
                "create one with POST /api/v1/applications/" + application + "/plans.");
    }
}
