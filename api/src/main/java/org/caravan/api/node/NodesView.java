package org.caravan.api.node;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(name = "Nodes", description = "Current offers of hosts.")
public record NodesView(
        @Schema(description = "Reachable hosts, sorted by id.") List<NodeView> hosts,
        @Schema(description = "Unreachable hosts, sorted by id.") List<SilentView> unobserved,
        @Schema(description = "Machines with Caravan's label that belong to no host of the infrastructure.")
        List<UnclaimedView> unclaimed) {}
