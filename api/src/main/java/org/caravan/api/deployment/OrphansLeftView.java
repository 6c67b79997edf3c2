package org.caravan.api.deployment;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(name = "OrphansLeft", description = "Result of the removal.")
public record OrphansLeftView(
        @Schema(description = "Orphans that were not removed and the reason, one sentence each; empty if all were removed.")
        List<String> left) {}
