package org.caravan.server.planning;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.caravan.api.plan.PlanningOrder;
import org.caravan.api.plan.PlanningView;
import org.caravan.server.model.Models;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.organisation.Ownership;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.LocationHeader;
import org.caravan.server.rest.page.LatestPageRequest;
import org.caravan.server.rest.page.NewestFirst;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1")
@Tag(name = "plans")
class PlanningController {

    private final PlanningRegistry plannings;
    private final PlanningQueue requests;
    private final Models models;
    private final Ownership owners;
    private final PlanningCancellations cancellations;

    PlanningController(PlanningRegistry plannings, PlanningQueue requests, Models models, Ownership owners,
            PlanningCancellations cancellations) {
        this.plannings = plannings;
        this.requests = requests;
        this.models = models;
        this.owners = owners;
        this.cancellations = cancellations;
    }

    @PostMapping("/applications/{name}/plannings")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @LocationHeader(LocationHeader.PLANNING)
    @ErrorResponses({"422 proof-seconds", "429 too-many-plannings"})
    @Operation(operationId = "beginPlanning", summary = "Start planning",
            description = "Creates a plan in the background. The planning reports its progress, can be cancelled, and refers to its "
                    + "plan.")
    PlanningView begin(
            @Parameter(description = "Name of the application.", example = "sock-shop") @PathVariable("name") String name,
            @RequestBody(required = false) PlanningOrder body) {
        models.required(name);
        return plannings.required(Long.toString(requests.begin(name, PlanController.order(body))), seen());
    }

    @GetMapping("/plannings")
    @Operation(operationId = "plannings", summary = "List plannings", description = "Lists plannings that wait, run or ended most "
            + "recently, newest first, paged.")
    ResponseEntity<List<PlanningView>> all(
            @Parameter(description = "Only plannings of this application.", example = "sock-shop") @RequestParam(name = "application")
            Optional<String> application,
            @Parameter(description = "Only those in this state.") @RequestParam(name = "state") Optional<PlanningView.State> state,
            @NewestFirst(value = "Only plannings requested before the one with this id.",
                    example = "112233445566") LatestPageRequest<String> page) {
        List<PlanningView> all = plannings.all(seen()).stream().filter(planning -> application.isEmpty()
                || application.get().equals(planning.application()))
                .filter(planning -> state.isEmpty() || state.get() == planning.state()).toList();
        return page.ofAll(all, PlanningView::id);
    }

    @GetMapping("/plannings/{id}")
    @ErrorResponses("404 unknown-planning")
    @Operation(operationId = "planning", summary = "Show a planning", description = "Shows the progress and the result. The server "
            + "keeps the latest 100 plannings in memory.")
    PlanningView one(@Parameter(description = "Id of the planning.", example = "112233445566") @PathVariable("id") String id) {
        return plannings.required(id, seen());
    }

    @DeleteMapping("/plannings/{id}")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @ErrorResponses({"404 unknown-planning", "409 planning-ended"})
    @LocationHeader(LocationHeader.PLANNING)
    @Operation(operationId = "cancelPlanning", summary = "Cancel a planning",
            description = "Stops the search and discards its result. The state becomes CANCELLED when the search has stopped.")
    PlanningView cancel(@Parameter(description = "Id of the planning.", example = "112233445566") @PathVariable("id") String id) {
        PlanningView cancelled = plannings.cancel(id, seen());
        cancellations.tell(id);
        return cancelled;
    }

    /** Plannings of applications that the caller may not see are reported as not found. */
    private Predicate<String> seen() {
        OrganisationScope reach = OrganisationScope.current();
        return application -> owners.sees(reach, application);
    }
}
