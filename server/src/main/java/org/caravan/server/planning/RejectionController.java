package org.caravan.server.planning;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.util.Optional;
import org.caravan.api.plan.PlanView;
import org.caravan.api.plan.RejectionOrder;
import org.caravan.api.plan.RejectionView;
import org.caravan.canonical.Digest;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.audit.AuditLog;
import org.caravan.server.audit.AuditRequest;
import org.caravan.server.events.Event;
import org.caravan.server.events.Events;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.ProblemException;
import org.caravan.text.TextRule;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST resource of the rejection of a plan. */
@RestController
@RequestMapping("/api/v1/applications/{name}/plans/{id}/rejection")
@Tag(name = "plans")
class RejectionController {

    private static final String NAME = "Name of the application.";
    private static final int LONGEST_REASON = 200;

    private final Plans plans;
    private final Targets targets;
    private final Rejections rejections;
    private final AuditLog audit;
    private final Events events;
    private final Clock clock;

    RejectionController(Plans plans, Targets targets, Rejections rejections, AuditLog audit, Events events, Clock clock) {
        this.plans = plans;
        this.targets = targets;
        this.rejections = rejections;
        this.audit = audit;
        this.events = events;
        this.clock = clock;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @ErrorResponses({"404 unknown-plan", "409 ambiguous-plan", "409 no-placement", "409 outdated-plan", "409 plan-rejected",
            "422 reason-invalid"})
    @Operation(operationId = "rejectPlan", summary = "Reject a plan",
            description = "Marks the plan as rejected, by whom and why. A rejected plan cannot be approved, even if planning produces "
                    + "it again, because its id is a digest of its content. Answers 409 with code outdated-plan if the plan could not "
                    + "be approved anyway, and with plan-rejected if it is already rejected.")
    RejectionView reject(
            @Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name,
            @Parameter(description = "Id of the plan, a prefix of it (at least 6 digits), or latest.") @PathVariable("id") String id,
            @RequestBody(required = false) RejectionOrder body, HttpServletRequest request) {
        String reason = reason(body);
        DeploymentPlan plan = plans.approvable(name, id);
        if (!plan.parentId().equals(targets.target(name).map(DeploymentPlan::digest))) {
            throw ProblemException.conflict("outdated-plan", "Plan (" + Digest.abbreviated(plan.digest()) + ") of application (" + name
                    + ") was already approved, or another plan was approved since.",
                    "see the latest plan, or create a rollback: POST /api/v1/applications/" + name + "/rollback.");
        }
        audit.detail(request, Digest.abbreviated(plan.digest()) + (reason.isEmpty() ? "" : " " + reason));
        AuditRequest asking = AuditRequest.of(request).orElseThrow();
        RejectionView rejection = new RejectionView(asking.name(), asking.tokenId(), clock.instant(), reason);
        while (!rejections.add(name, plan.digest(), rejection)) {
            plans.approvable(name, id);
        }
        events.publish(new Event.PlanMade(name, plan.digest(), "REJECTED"));
        return rejection;
    }

    private static String reason(RejectionOrder body) {
        String reason = Optional.ofNullable(body).flatMap(RejectionOrder::reason).map(String::strip).orElse("");
        if (reason.length() > LONGEST_REASON || TextRule.LINE.violation(reason).isPresent()) {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "reason-invalid", "A reason of " + reason.length()
                    + " characters is too long, or is not on one line.",
                    "use at most " + LONGEST_REASON + " characters on one line.");
        }
        return reason;
    }

    @DeleteMapping
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @ErrorResponses({"404 unknown-plan", "404 not-rejected", "409 ambiguous-plan"})
    @Operation(operationId = "takeRejectionBack", summary = "Withdraw the rejection of a plan",
            description = "The plan can be approved again unless something else prevents it. The audit log keeps the rejection and its "
                    + "withdrawal.")
    void takeBack(
            @Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name,
            @Parameter(description = "Id of the plan, a prefix of it (at least 6 digits), or latest.") @PathVariable("id") String id) {
        PlanView plan = plans.required(name, id);
        if (!rejections.remove(name, plan.id())) {
            throw ProblemException.notFound("not-rejected", "Plan (" + id + ") of application (" + name + ") is not rejected.",
                    "list the plans.");
        }
        events.publish(new Event.PlanMade(name, plan.id(), "REJECTION_TAKEN_BACK"));
    }
}
