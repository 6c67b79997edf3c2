package org.caravan.api.node;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

@Schema(name = "Node", description = "Capacity that a host offers to all instances together.")
public record NodeView(
        @Schema(description = "Id of the host.", example = "pi-1") String hostId,
        @Schema(description = "Id of the site.", example = "hainan") String siteId,
        @Schema(allowableValues = {"amd64", "arm64"}, description = "Processor architecture.") String architecture,
        @Schema(description = "Processor, in thousandths of a core.", example = "4000") long cpu,
        @Schema(description = "Memory, in bytes.") long memory,
        @Schema(description = "Disk, in bytes.") long disk,
        @Schema(description = "Address literals of the host on the site's network, sorted.") List<String> addresses,
        @Schema(description = "State of the rented machine, NONE if there is none; absent if the host is not rented.",
                        example = "RUNNING")
                Optional<String> machine,
        @Schema(description = "Whether the host is drained: plans place nothing on it until a person ends the drain.") boolean drained,
        @Schema(description = "Reserved resources of the host.") NodeUse use,
        @Schema(description = "Time of the host's last answer to this server (ISO 8601, UTC).") Instant seenAt,
        @Schema(description = "Measured capability; absent if not measured.") Optional<HostCapability> capability) {}
