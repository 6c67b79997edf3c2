package org.caravan.api.server;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;

@Schema(name = "HealthPart", description = "A dependency of the server.")
public record HealthPart(
        @Schema(description = "broker, database, disk, journal, records or samples.", example = "disk") String name,
        @Schema(description = "Whether the dependency is healthy.") boolean well,
        @Schema(description = "Fault and suggested remedy; absent if healthy.") Optional<String> wrong) {}
