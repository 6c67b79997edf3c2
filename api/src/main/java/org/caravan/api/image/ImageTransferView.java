package org.caravan.api.image;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "ImageTransfer", description = "Transfer of a layer to a host.")
public record ImageTransferView(
        @Schema(description = "Id of the host.", example = "pi-1") String hostId,
        @Schema(description = "Name of the image.", example = "sock-shop/front-end") String image,
        @Schema(description = "Digest of the layer.") String layer,
        @Schema(description = "DEPLOYMENT if a step waits for the layer, PREFETCH if it may be needed soon.") String priority,
        @Schema(description = "Bytes received.") long onHost,
        @Schema(description = "Bytes to send in total.") long total,
        @Schema(description = "Whether the transfer sends only the difference to a layer that the host has.") boolean difference,
        @Schema(description = "SENDING or UNPACKING.") String state) {}
