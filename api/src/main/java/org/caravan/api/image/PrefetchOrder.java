package org.caravan.api.image;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "PrefetchBody", description = "Application whose images are prefetched.")
public record PrefetchOrder(@Schema(description = "Name of the application.", example = "sock-shop") String application) {}
