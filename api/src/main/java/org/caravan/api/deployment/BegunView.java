package org.caravan.api.deployment;

import io.swagger.v3.oas.annotations.media.Schema;

@Schema(name = "DeploymentBegun", description = "A deployment that has started.")
public record BegunView(@Schema(description = "Id of the deployment.", example = "1") String deploymentId) {}
