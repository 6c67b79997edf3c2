package org.caravan.server.application;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;

@Schema(name = "ApplicationSummary", description = "An application in a list.")
record ApplicationSummary(
        @Schema(description = "Name of the application.", example = "sock-shop") String name,
        @Schema(description = "Version of its latest model.", example = "1.0") String version,
        @Schema(description = "MODELLED, DEPLOYING, RUNNING, DEGRADED, FAILED or DESTROYED.") ApplicationState state,
        @Schema(description = "How many instances the plan it follows has.", example = "11") int instances,
        @Schema(description = "When the latest deployment ended, or began where it is under way (ISO 8601, UTC); absent before the first.")
                Optional<Instant> changedAt,
        @Schema(description = "When its hosts were looked at last (ISO 8601, UTC), at least once a minute; absent before the first look, and while state does not tell of it.")
                Optional<Instant> observedAt,
        @Schema(description = "Id of the plan it follows; absent before the first.") Optional<String> targetPlanId,
        @Schema(description = "What does not run, where it is degraded; or why the latest deployment failed, also where it was undone; else absent.") Optional<String> lastError) {}
