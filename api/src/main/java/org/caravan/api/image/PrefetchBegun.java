package org.caravan.api.image;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "Prefetch", description = "A prefetch that has started.")
public record PrefetchBegun(
        @Schema(description = "Pairs of image and host that are checked; images that are present cost nothing.") int begun) {}
