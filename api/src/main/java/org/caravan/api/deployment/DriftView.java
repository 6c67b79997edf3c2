package org.caravan.api.deployment;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(name = "Drift", description = "Drift: differences between the running state and the target.")
public record DriftView(
        @Schema(description = "Whether a repair has steps to execute.") boolean changes,
        @Schema(description = "Steps of the repair, one per line; then the hosts that could not be observed.") String text,
        @Schema(description = "Stateful copies that the repair would recreate or remove, one sentence each.")
                List<String> dataAtRisk,
        @Schema(description = "Hosts that have or may have copies of the application and could not be observed; their state is "
                + "unknown.") List<UnobservedView> unobserved) {}
