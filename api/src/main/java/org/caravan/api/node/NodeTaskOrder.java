package org.caravan.api.node;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;
import org.caravan.api.node.HostCapability.Watts;
import org.caravan.api.node.NodeTask.Work;

@Schema(name = "NodeTaskRequest", description = "A task on a node.")
public record NodeTaskOrder(
        @Schema(description = "CHECK, ADD, MEASURE, CHECK_REMOVAL or REMOVE.", example = "CHECK") Work work,
        @Schema(description = "Location of the node; absent if the infrastructure contains the host.") Optional<NodePlace> place,
        @Schema(description = "Repetitions per measurement, 2 to 100 (default: 5).", example = "5") Optional<Integer> times,
        @Schema(description = "Whether ADD skips the measurement (default: false).") Optional<Boolean> unmeasured,
        @Schema(description = "Peer host of the network measurement (default: another host of the site).", example = "pi-bergen-2")
        Optional<String> peerId,
        @Schema(description = "Electrical power as measured by the operator (default: unchanged).") Optional<Watts> watts,
        @Schema(description = "Whether the removal continues if copies remain or the node is unreachable (default: false).")
        Optional<Boolean> force) {}
