package org.caravan.api.plan;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;

@Schema(name = "PlanRejectionRequest", description = "A rejection with its reason.")
public record RejectionOrder(
        @Schema(description = "Reason, shown with the plan; at most 200 characters on one line (default: none).",
                example = "not before the fair")
                Optional<String> reason) {}
