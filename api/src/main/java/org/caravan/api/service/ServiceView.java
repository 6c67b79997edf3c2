package org.caravan.api.service;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "Service", description = "A ready-made service: an application whose model uses the image of an upload.")
public record ServiceView(
        @Schema(description = "Name of the service and of its application.", example = "shop") String name,
        @Schema(description = "Kind of the service.", example = "web") String kind,
        @Schema(description = "Name of its image.", example = "service/shop") String image) {}
