package org.caravan.server.rehearsal;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Map;
import java.util.Optional;
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

    @Schema(name = "RehearsalRequest", description = "What is rehearsed: a recorded period, a given load, or both.")
    record Body(
            @Schema(description = "Begin of the recorded period: 7d, 12h or 30m before now, or ISO 8601; at most 14 days ago (default: "
                    + "none, only the load).", example = "7d") Optional<String> from,
            @Schema(description = "Texts of a model of the application with other rules, by file name (default: today's rules).")
            Optional<Map<String, String>> rules,
            @Schema(description = "Load as lines TIME,SERIES,VALUE, at most 100,000 (default: what was recorded). TIME is an offset "
                    + "from the "
                    + "begin, 90s, 5m, 2h or 1d, or ISO 8601.", example = "0s,cpu of web,0.1\n10m,cpu of web,0.3\n1h,cpu of web,0")
            Optional<String> load,
            @Schema(description = "Whether to draw a chart (default: false).") Optional<Boolean> chart) {

        Body {
            from = from == null ? Optional.empty() : from;
            rules = rules == null ? Optional.empty() : rules.map(Map::copyOf);
            load = load == null ? Optional.empty() : load;
            chart = chart == null ? Optional.empty() : chart;
        }
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
            @RequestBody Body body) {
        return rehearsals.begin(name, body);
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
