package org.caravan.api.network;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "ProbeRunBegun", description = "An accepted probe run.")
public record ProbeRunBegun(@Schema(description = "Id of the run.") String probeRunId) {}
