package org.caravan.api.adaptation;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

@Schema(name = "Freeze", description = "While an application is frozen, the server does not change it by itself.")
public record FreezeView(
        @Schema(description = "When it was frozen (ISO 8601, UTC).") Instant since,
        @Schema(description = "By whom.", example = "ann") String by,
        @Schema(description = "Why; empty for no reason.", example = "fair") String reason) {}
