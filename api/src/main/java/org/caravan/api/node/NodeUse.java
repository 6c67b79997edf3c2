package org.caravan.api.node;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(name = "NodeUse", description = "Resources of a host that the target plans of all applications reserve.")
public record NodeUse(
        @Schema(description = "Processor reserved, in thousandths of a core.", example = "750") long cpu,
        @Schema(description = "Memory reserved, in bytes.") long memory,
        @Schema(description = "Disk reserved, in bytes.") long disk,
        @Schema(description = "Instances on the host, as application and instance, of applications that are visible to the caller, "
                + "sorted.", example = "[\"sock-shop frontend:1\"]")
                List<String> instances,
        @Schema(description = "Number of instances of other organisations on the host.") int others) {}
