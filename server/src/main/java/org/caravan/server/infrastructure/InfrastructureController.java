package org.caravan.server.infrastructure;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Map;
import java.util.Optional;
import org.caravan.api.model.FilesOrder;
import org.caravan.api.node.InfrastructureView;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.Precondition;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1")
@Tag(name = "infrastructure")
class InfrastructureController {

    private final Infrastructures infrastructures;

    InfrastructureController(Infrastructures infrastructures) {
        this.infrastructures = infrastructures;
    }

    @PutMapping("/infrastructure")
    @ErrorResponses("412 changed-meanwhile")
    @Operation(operationId = "putInfrastructure", summary = "Store the infrastructure",
            description = "Replaces the current infrastructure, or rejects the texts (422) with all diagnostics and changes nothing.")
    ResponseEntity<InfrastructureView> put(
            @Parameter(description = "Entity tag of the infrastructure to replace; if the current one has another tag, nothing changes "
                    + "(412).")
                    @RequestHeader(name = "If-Match", required = false) Optional<String> match,
            @Parameter(description = "*: only if there is no infrastructure yet.") @RequestHeader(name = "If-None-Match", required = false)
            Optional<String> noneMatch,
            @RequestBody FilesOrder order) {
        Map<String, String> files = LatestTexts.required(order);
        Infrastructure accepted = infrastructures.accept(files, new Precondition(match, noneMatch));
        return tagged(accepted, Optional.of(Infrastructures.digest(files)));
    }

    private static ResponseEntity<InfrastructureView> tagged(Infrastructure infrastructure, Optional<String> digest) {
        return ResponseEntity.ok().eTag(digest.map(Precondition::tag).orElse(null)).body(InfrastructureViews.of(infrastructure));
    }

    @GetMapping("/infrastructure")
    @ErrorResponses("404 no-infrastructure")
    @Operation(operationId = "infrastructure", summary = "Show the current infrastructure",
            description = "Answers 404 with code no-infrastructure if none has been stored yet.")
    ResponseEntity<InfrastructureView> get() {
        // Reads the tag first. If another infrastructure becomes current in between, the response is newer than its tag, and a change
        // based on it is rejected.
        Optional<String> digest = infrastructures.digest();
        return infrastructures.current().map(infrastructure -> tagged(infrastructure, digest)).orElseThrow(() -> ProblemException.notFound(
                "no-infrastructure", "The server has no infrastructure yet.", "send one with PUT /api/v1/infrastructure."));
    }
}
