package org.caravan.api.plan;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;

@Schema(name = "RollbackRequest", description = "Target to return to.")
public record RollbackOrder(
        @Schema(description = "Id of an earlier target, a prefix of it (at least 6 digits), or its generation (default: the "
                + "previous one).",
                example = "3") Optional<String> to) {}
