package org.caravan.api.image;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;

@Schema(name = "CollectionBody", description = "Selection of layers to delete.")
public record ImageCollectionOrder(
        @Schema(description = "Whether hosts delete layers, too, that no plan needs.") boolean hosts,
        @Schema(description = "Minimum time since the last use, in hours (default: caravan.image-transfer.keep-unused).")
        Optional<Double> unusedHours) {}
