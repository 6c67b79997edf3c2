package org.caravan.server.turns;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import org.caravan.api.application.TurnCaptureOrder;
import org.caravan.api.application.TurnCaptureView;
import org.caravan.server.audit.AuditLog;
import org.caravan.server.model.Models;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.LocationHeader;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/applications/{name}/turn-captures")
@Tag(name = "applications")
class TurnCaptureController {

    private static final String NAME = "Name of the application.";

    private final Models models;
    private final TurnCaptures captures;
    private final AuditLog audit;

    TurnCaptureController(Models models, TurnCaptures captures, AuditLog audit) {
        this.models = models;
        this.captures = captures;
        this.audit = audit;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.ACCEPTED)
    @LocationHeader("/api/v1/applications/{name}/turn-captures/{id}")
    @ErrorResponses({"409 no-infrastructure", "409 not-deployed", "409 capture-under-way", "409 no-patterns", "422 capture-invalid"})
    @Operation(operationId = "captureTurns", summary = "Capture the turns of an application",
            description = "Captures TCP headers and request lines of all running copies, finds turns, bytes and service times of "
                    + "each link of each request, and compares them with the model. Packets are deleted as soon as they "
                    + "are analysed. An application has one capture at a time; this server keeps the results of the latest ones.")
    TurnCaptureView begin(@Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name,
            @RequestBody TurnCaptureOrder order, HttpServletRequest request) {
        models.required(name);
        audit.detail(request, "captures headers of packets and request lines for " + TurnCaptures.seconds(order) + " s");
        return captures.begin(name, order);
    }

    @GetMapping("/{id}")
    @ErrorResponses("404 unknown-capture")
    @Operation(operationId = "turnCapture", summary = "Show a capture",
            description = "Progress while it runs; then the profiles of the requests beside those of the model.")
    TurnCaptureView show(@Parameter(description = NAME, example = "sock-shop") @PathVariable("name") String name,
            @Parameter(description = "Id of the capture.", example = "5f0c9a52-7d1e-4c53-9a53-0f6f6f0c2b11")
            @PathVariable("id") String id) {
        models.required(name);
        return captures.find(name, id);
    }
}
