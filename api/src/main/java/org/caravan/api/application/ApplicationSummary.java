package org.caravan.api.application;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;

@Schema(name = "ApplicationSummary", description = "Summary of an application.")
public record ApplicationSummary(
        @Schema(description = "Name of the application.", example = "sock-shop") String name,
        @Schema(description = "Version of the latest model.", example = "1.0") String version,
        @Schema(allowableValues = {"MODELLED", "DEPLOYING", "RUNNING", "DEGRADED", "FAILED", "DESTROYED"},
                description = "MODELLED, DEPLOYING, RUNNING, DEGRADED, FAILED or DESTROYED.") String state,
        @Schema(description = "Number of instances of the target plan.", example = "11") int instances,
        @Schema(description = "Time at which the latest deployment ended, or started if it is running (ISO 8601, UTC); absent before "
                + "the first deployment.")
                Optional<Instant> changedAt,
        @Schema(description = "Time of the latest observation of its hosts (ISO 8601, UTC), at least once a minute; absent before the "
                + "first observation, and if state does not depend on it.")
                Optional<Instant> observedAt,
        @Schema(description = "Id of the target plan; absent before the first deployment.") Optional<String> targetPlanId,
        @Schema(description = "Instances that are not running, if DEGRADED; reason of the failure, if the latest deployment failed, "
                + "even if it was undone; otherwise absent.") Optional<String> lastError) {}
