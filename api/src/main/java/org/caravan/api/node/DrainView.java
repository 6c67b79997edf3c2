package org.caravan.api.node;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(name = "NodeDrain", description = "Progress of draining a host.")
public record DrainView(
        @Schema(description = "Whether the host is drained: plans place nothing on it until a person ends the drain.") boolean drained,
        @Schema(description = "Applications with instances on the host by their target plans, as far as they are visible to the "
                + "caller, sorted.") List<String> applications,
        @Schema(description = "Instances on the host, as application and instance.", example = "[\"sock-shop frontend:1\"]")
        List<String> instances,
        @Schema(description = "Instances that cannot move because they store data on the host.") List<String> keepingData,
        @Schema(description = "Number of instances of other organisations on the host.") int others) {}
