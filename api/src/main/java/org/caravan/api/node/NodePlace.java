package org.caravan.api.node;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;

/** Location and access of a node. All fields may be absent if the infrastructure already contains the host. */
@Schema(name = "NodePlace", description = "Location of a node and how to reach it.")
public record NodePlace(
        @Schema(description = "Id of the site.", example = "bergen") Optional<String> siteId,
        @Schema(description = "Id of the host type.", example = "raspberry-pi-3") Optional<String> hostTypeId,
        @Schema(description = "Address of the node's SSH server: an address literal or a name.", example = "198.51.100.12")
        Optional<String> address,
        @Schema(description = "Port of the SSH server, 1 to 65535 (default: 22).", example = "22") Optional<Integer> port,
        @Schema(description = "Name of the credentials (default: those of the site's other nodes).", example = "testbed")
        Optional<String> credentials) {

    /** No field: the infrastructure contains the host. */
    public static final NodePlace NONE =
            new NodePlace(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
