package org.caravan.api.adaptation;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "AutonomyRequest", description = "How far the server goes by itself.")
public record AutonomyOrder(@Schema(description = "automatic, propose or observe.", example = "propose") String autonomy) {}
