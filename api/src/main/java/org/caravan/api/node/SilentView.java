package org.caravan.api.node;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;

@Schema(name = "SilentNode", description = "A host that could not be observed.")
public record SilentView(
        @Schema(description = "Id of the host.", example = "pi-1") String hostId,
        @Schema(description = "Id of the site.", example = "hainan") String siteId,
        @Schema(description = "Reason, human-readable.") String reason,
        @Schema(description = "Whether the host is drained: plans place nothing on it until a person ends the drain.") boolean drained,
        @Schema(description = "Reserved resources of the host.") NodeUse use,
        @Schema(description = "Time of the host's last answer to this server (ISO 8601, UTC); absent if it has not answered since "
                + "the server started.") Optional<Instant> seenAt) {}
