package org.caravan.server.health;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Optional;
import org.caravan.api.server.HealthPart;
import org.caravan.api.server.HealthView;
import org.caravan.server.Settings;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.rest.ErrorResponses;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "server")
class HealthController {

    private final boolean simulated;
    private final String version;
    private final ServerHealth health;
    private final RecordHealth records;

    HealthController(Settings settings, ServerHealth health, RecordHealth records) {
        this.records = records;
        this.health = health;
        simulated = settings.simulated();
        String packaged = HealthController.class.getPackage().getImplementationVersion();
        version = packaged == null ? "development" : packaged;
    }

    @GetMapping("/api/v1/health")
    @SecurityRequirements
    @ErrorResponses("503 server-starting")
    @Operation(operationId = "health", summary = "Show the health of the server",
            description = "The only resource that needs no token. With a token, the answer contains the faults.")
    HealthView health() {
        if (!health.started()) {
            throw new ProblemException(HttpStatus.SERVICE_UNAVAILABLE, "server-starting", "The server has not finished its start.",
                    "ask again in a few seconds; the log says if the start failed.");
        }
        ServerHealth.Looked looked = health.latest();
        boolean known = SecurityContextHolder.getContext().getAuthentication() != null;
        return new HealthView(looked.well() ? "UP" : "DEGRADED", simulated, version,
                known ? Optional.of(looked.found().stream()
                        .map(found -> new HealthPart(found.name(), found.wrong().isEmpty(), detailed(found))).toList()) : Optional.empty(),
                known ? looked.at() : Optional.empty());
    }

    private Optional<String> detailed(ServerHealth.Found found) {
        return found.wrong().isPresent() && found.name().equals(records.name())
                && OrganisationScope.current().all() ? records.named().or(found::wrong) : found.wrong();
    }
}
