package org.caravan.api.application;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;

@Schema(name = "TurnCaptureOrder", description = "A capture of the packets of an application.")
public record TurnCaptureOrder(
        @Schema(description = "Length, 1 to 300 s (default: 60).", example = "60") Optional<Integer> seconds,
        @Schema(description = "Components that are captured; all if absent. Those that users reach are always needed.",
                example = "[\"frontend\", \"orders\"]") Optional<List<String>> components) {

    public TurnCaptureOrder {
        components = components == null ? Optional.empty() : components.map(List::copyOf);
        seconds = seconds == null ? Optional.empty() : seconds;
    }
}
