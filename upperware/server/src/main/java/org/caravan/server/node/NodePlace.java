package org.caravan.server.node;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;

/** All of it may be absent for a host that the infrastructure names already. */
@Schema(name = "NodePlace", description = "Where a node is and how it is reached.")
record NodePlace(
        @Schema(description = "Id of its site.", example = "bergen") Optional<String> siteId,
        @Schema(description = "Id of its host type.", example = "raspberry-pi-3") Optional<String> hostTypeId,
        @Schema(description = "Where it answers SSH: an address literal or name.", example = "198.51.100.12") Optional<String> address,
        @Schema(description = "Of its SSH server, 1 to 65535; absent: 22.", example = "22") Optional<Integer> port,
        @Schema(description = "Name of the credentials; absent: those of the site's other nodes.", example = "testbed") Optional<String> credentials) {

    static final NodePlace NONE = new NodePlace(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
