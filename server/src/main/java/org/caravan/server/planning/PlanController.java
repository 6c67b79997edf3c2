package org.caravan.server.planning;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.api.plan.PlanView;
import org.caravan.api.plan.PlanningOrder;
import org.caravan.api.plan.RollbackOrder;
import org.caravan.problem.PlanningPolicy;
import org.caravan.server.broker.PlanOrder;
import org.caravan.server.model.Models;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.ProblemException;
import org.caravan.server.rest.page.LatestPageRequest;
import org.caravan.server.rest.page.NewestFirst;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/applications/{name}")
@Tag(name = "plans")
class PlanController {

    private static final String NAME = "Name of the application.";

    private final Plans plans;
    private final PlanningQueue requests;
    private final PlanningService planning;
    private final Models models;

    PlanController(Plans plans, PlanningQueue requests, PlanningService planning, Models models) {
        this.plans = plans;
        this.requests = requests;
        this.planning = planning;
        this.models = models;
    }

    @PostMapping("/plans")
    @ErrorResponses(value = {"404 unknown-host", "409 no-infrastructure", "409 planning-cancelled", "422 proof-seconds",
            "429 too-many-plannings", "503 planner-busy"}, hosts = true)
    @Operation(operationId = "makePlan", summary = "Create a plan",
            description = "Plans from the latest model, the current offers of hosts and the measurements. Changes nothing until the "
                    + "plan is approved. An identical plan has the same id and keeps its rejection. If there is no placement, the "
                    + "answer gives the reasons.")
    PlanView make(
            @Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name,
            @RequestBody(required = false) PlanningOrder body) {
        models.required(name);
        return plans.now(requests.request(name, order(body)));
    }

    @PostMapping("/rollback")
    @ErrorResponses(value = {"404 unknown-plan", "404 unknown-host", "409 no-infrastructure", "409 never-deployed", "409 ambiguous-plan",
            "409 no-earlier-plan", "409 plan-removes",
            "409 stateful-moves", "409 stateful-renewed", "409 no-address-left"}, hosts = true)
    @Operation(operationId = "rollback", summary = "Create a plan that returns to an earlier target",
            description = "The plan succeeds the current target like any other plan and changes nothing until approved. Answers 409 "
                    + "with code stateful-moves or stateful-renewed if data would be lost, and with no-address-left if a site has no "
                    + "free address.")
    PlanView rollback(
            @Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name,
            @RequestBody(required = false) RollbackOrder body) {
        models.required(name);
        return plans.now(planning.rollback(name, Optional.ofNullable(body).flatMap(RollbackOrder::to)));
    }

    @GetMapping("/plans")
    @Operation(operationId = "plans", summary = "List plans", description = "Newest first, paged; the header Link refers to the next "
            + "page.")
    ResponseEntity<List<PlanView>> all(
            @Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name,
            @Parameter(description = "Only plans with this result.") @RequestParam(name = "outcome") Optional<PlanView.Outcome> outcome,
            @NewestFirst(value = "Only plans created before the one with this id.", most = 50) LatestPageRequest<String> page) {
        return page.of(plans.all(name, outcome.map(Enum::name), page.before(), page.wanted()), PlanView::id);
    }

    @GetMapping("/plans/{id}")
    @ErrorResponses({"404 unknown-plan", "409 ambiguous-plan"})
    @Operation(operationId = "plan", summary = "Show a plan", description = "Shows the plan as created, and whether it has been "
            + "rejected since.")
    PlanView one(
            @Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name,
            @Parameter(description = "Id of the plan, a prefix of it (at least 6 digits), or latest.", example = "latest")
                    @PathVariable("id") String id) {
        return plans.now(plans.required(name, id));
    }

    /** @param body null if the request has no body */
    static PlanOrder order(PlanningOrder body) {
        if (body == null) {
            return PlanOrder.PLAIN;
        }
        body.proveSeconds().filter(seconds -> seconds < 1 || seconds > PlanningPolicy.MOST_PROOF_SECONDS).ifPresent(seconds -> {
            throw new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "proof-seconds", "A proof takes not (" + seconds
                    + ") seconds, but 1 to "
                    + PlanningPolicy.MOST_PROOF_SECONDS + ".", "use 60.");
        });
        return new PlanOrder(Set.copyOf(body.without()), body.proveSeconds().orElse(0));
    }
}
