package org.caravan.api.server;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

@Schema(name = "Health", description = "Health of the server and its mode.")
public record HealthView(
        @Schema(description = "UP: the server accepts requests and all its dependencies are healthy. DEGRADED: it accepts requests, "
                + "but a dependency is unhealthy.", example = "UP") String status,
        @Schema(description = "Whether hosts and network are simulated by the server.") boolean simulated,
        @Schema(description = "Version of Caravan.", example = "0.1.0") String version,
        @Schema(description = "Dependencies of the server and their faults; absent without a token.") Optional<List<HealthPart>> parts,
        @Schema(description = "Time of the latest check (ISO 8601, UTC), every 5 s; absent without a token, and before the first "
                + "check.") Optional<Instant> lookedAt) {}
