package org.caravan.server.rest;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.security.SecurityRequirements;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.caravan.server.Settings;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "server")
class HealthController {

    private final boolean simulated;
    private final String version;

    HealthController(Settings settings) {
        simulated = settings.simulated();
        String packaged = HealthController.class.getPackage().getImplementationVersion();
        version = packaged == null ? "development" : packaged;
    }

    @Schema(name = "Health", description = "That the server answers, and what kind of server it is.")
    record Health(
            @Schema(description = "UP while the server takes requests.", example = "UP") String status,
            @Schema(description = "Whether hosts and network are simulated inside the server.") boolean simulated,
            @Schema(description = "Version of Caravan.", example = "0.1.0") String version) {}

    @GetMapping("/api/v1/health")
    @SecurityRequirements
    @Operation(operationId = "health", summary = "Tell whether the server answers",
            description = "The only resource that needs no token.")
    Health health() {
        return new Health("UP", simulated, version);
    }
}
