package org.caravan.api.image;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;

@Schema(name = "ImageCollection", description = "Deleted layers.")
public record ImageCollectionView(
        @Schema(description = "Digests of layers that were deleted from the repository because no image refers to them.")
        List<String> layers,
        @Schema(description = "Bytes freed in the repository.") long freedBytes,
        @Schema(description = "Bytes freed on hosts, sorted by id; only on request.") List<OnHost> hosts) {

    @Schema(name = "HostCollection", description = "Deletions on a host.")
    public record OnHost(
            @Schema(description = "Id of the host.", example = "pi-1") String hostId,
            @Schema(description = "Bytes freed on the host.") long freedBytes,
            @Schema(description = "Reason why nothing was freed, human-readable; absent on success.") Optional<String> error) {}
}
