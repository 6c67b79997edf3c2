package org.caravan.server.rehearsal;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.caravan.api.adaptation.RehearsalOrder;
import org.caravan.api.adaptation.RehearsalView;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.LocationHeader;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/applications/{name}/rehearsals")
@Tag(name = "adaptation")
class RehearsalController {

    private static final String NAME = "Name of the application.";
    private static final String ID = "Id of the rehearsal.";

    private final Rehearsals rehearsals;

    RehearsalController(Rehearsals rehearsals) {
        this.rehearsals = rehearsals;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    @LocationHeader("/api/v1/applications/{name}/rehearsals/{id}")
    @ErrorResponses(value = {"409 no-infrastructure", "409 rehearsal-under-way", "409 not-deployed", "409 host-gone", "422 period-invalid",
            "422 load-invalid",
            "422 rules-unfit"}, hosts = true)
    @Operation(operationId = "rehearse", summary = "Rehearse the rules of an application",
            description = "Runs recorded or given metrics, requests, host states, paths and prices through rules, limits and the "
                    + "planner on a "
                    + "virtual clock. Changes nothing: no plan, decision or deployment is stored, and no message is sent. An organisation "
                    + "has one rehearsal at a time; this server keeps the results of the latest ones.")
    RehearsalView begin(@Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name,
            @RequestBody RehearsalOrder order) {
        return rehearsals.begin(name, order);
    }

    @GetMapping("/{id}")
    @ErrorResponses("404 unknown-rehearsal")
    @Operation(operationId = "rehearsal", summary = "Show a rehearsal",
            description = "Progress while it runs; then decisions, minutes of violated promises, moves and cost, beside what happened or "
                    + "beside today's rules.")
    RehearsalView show(@Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name,
            @Parameter(description = ID, example = "3") @PathVariable("id") String id) {
        return rehearsals.find(name, id);
    }

    @DeleteMapping("/{id}")
    @ErrorResponses("404 unknown-rehearsal")
    @Operation(operationId = "cancelRehearsal", summary = "Cancel a rehearsal",
            description = "It ends soon; if it has ended, nothing changes.")
    RehearsalView cancel(@Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name,
            @Parameter(description = ID, example = "3") @PathVariable("id") String id) {
        return rehearsals.cancel(name, id);
    }
}
