package org.caravan.api.access;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;

@Schema(name = "Organisation", description = "Owner of applications, images, secrets and tokens.")
public record OrganisationView(
        @Schema(description = "Name.", example = "acme") String name,
        @Schema(description = "Time of creation (ISO 8601, UTC); absent for the default organisation.") Optional<Instant> madeAt,
        @Schema(description = "Factor for the shares of its copies on uplinks; 1 unless an operator set another; absent from servers of "
                + "earlier versions.", example = "3")
        Optional<Double> weight) {}
