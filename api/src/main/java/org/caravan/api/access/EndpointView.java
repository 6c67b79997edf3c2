package org.caravan.api.access;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;

@Schema(name = "AllowedEndpoint", description = "Endpoint of a provider that an infrastructure can name.")
public record EndpointView(
        @Schema(description = "Host, or host and port.", example = "keystone.example.org:5000") String endpoint,
        @Schema(description = "Time at which it was allowed (ISO 8601, UTC); absent for an endpoint of the server's settings, which "
                + "can only be changed there.") Optional<Instant> allowedAt) {}
