package org.caravan.server.network;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Optional;
import org.caravan.api.network.ProbeRunView;
import org.caravan.measure.run.ProbeProgress;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.LocationHeader;
import org.caravan.server.rest.page.LatestPageRequest;
import org.caravan.server.rest.page.NewestFirst;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/probes")
@Tag(name = "network")
class ProbeRunController {

    private final ProbeRuns runs;

    ProbeRunController(ProbeRuns runs) {
        this.runs = runs;
    }

    @GetMapping
    @Operation(operationId = "probeRuns", summary = "List probe runs",
            description = "Newest first, paged; the header Link refers to the next page. Runs of continuous probing are kept for one "
                    + "day.")
    ResponseEntity<List<ProbeRunView>> all(
            @Parameter(description = "Only those in this state.") @RequestParam(name = "state") Optional<ProbeProgress.State> state,
            @NewestFirst(value = "Only runs requested before the one with this id.", most = 50) LatestPageRequest<String> page) {
        return page.of(runs.all(state.map(Enum::name), page.before(), page.wanted()).stream().map(ProbeRunViews::shown).toList(),
                ProbeRunView::id);
    }

    @GetMapping("/{id}")
    @ErrorResponses("404 unknown-probe-run")
    @Operation(operationId = "probeRun", summary = "Show a probe run", description = "Shows the progress and the cost of the run.")
    ProbeRunView run(@Parameter(description = "Id of the run, or latest.", example = "latest") @PathVariable("id") String id) {
        return ProbeRunViews.shown(runs.required(id));
    }

    @DeleteMapping("/{id:(?!affordable$).*}")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @ErrorResponses({"404 unknown-probe-run", "409 probe-run-ended"})
    @LocationHeader("/api/v1/probes/{id}")
    @Operation(operationId = "cancelProbeRun", summary = "Cancel a probe run",
            description = "Starts no further probe and keeps the results. The state becomes CANCELLED when the running probes have "
                    + "ended.")
    ProbeRunView cancel(@Parameter(description = "Id of the run, or latest.", example = "latest") @PathVariable("id") String id) {
        return ProbeRunViews.shown(runs.cancel(id));
    }
}
