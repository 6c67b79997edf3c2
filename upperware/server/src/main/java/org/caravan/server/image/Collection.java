package org.caravan.server.image;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;

@Schema(name = "ImageCollection", description = "What was thrown away.")
record Collection(
        @Schema(description = "Digests of layers that no image names, deleted from the repository.") List<String> layers,
        @Schema(description = "Bytes freed in the repository.") long freedBytes,
        @Schema(description = "What was freed on hosts, sorted by id; only where asked for.") List<OnHost> hosts) {

    @Schema(name = "HostCollection", description = "What was thrown away on a host.")
    record OnHost(
            @Schema(description = "Id of the host.", example = "pi-1") String hostId,
            @Schema(description = "Bytes freed there.") long freedBytes,
            @Schema(description = "Why nothing was freed, in words for a person; absent if it went well.") Optional<String> error) {}
}
