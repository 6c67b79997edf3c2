package org.caravan.api.access;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "EndpointOrder", description = "An endpoint to allow.")
public record EndpointOrder(
        @Schema(description = "Host, or host and port; IPv6 addresses in brackets.", example = "keystone.example.org:5000")
        String endpoint) {}
