package org.caravan.api.server;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

@Schema(name = "OwnRule", description = "A rule that is built into the server.")
public record RuleView(
        @Schema(description = "Name of the rule, as used in decisions.", example = "path-silent") String rule,
        @Schema(description = "Effect of the rule, one sentence.") String ruleText,
        @Schema(description = "When the rule is evaluated, one sentence.", example = "When a probe run ends.") String when,
        @Schema(description = "Whether the rule is active with the current settings of the server.") boolean active,
        @Schema(description = "Settings of the server that the rule uses; empty if there are none.") List<Setting> settings,
        @Schema(description = "Number of stored decisions by the rule that are visible to the token; the server keeps the latest 10,000 "
                + "of all rules.", example = "3") long decisions,
        @Schema(description = "Latest of these decisions; absent if there is none.") Optional<Last> lastDecision) {

    @Schema(name = "OwnRuleSetting", description = "A setting of the server and its current value.")
    public record Setting(
            @Schema(description = "Name of the setting.", example = "caravan.probing.every") String name,
            @Schema(description = "Current value, in the format of the setting; durations in whole seconds.", example = "60s") String value,
            @Schema(description = "Unit of the value; empty if the value contains the unit or has none.", example = "Mbit/s") String unit,
            @Schema(description = "Purpose, one sentence.") String text) {}

    @Schema(name = "LastDecision", description = "Latest decision by a rule.")
    public record Last(
            @Schema(description = "Number of the decision.", example = "17") long number,
            @Schema(description = "Time of the decision (ISO 8601, UTC).") Instant at,
            @Schema(description = "URL of the decision: a list with this decision alone.",
                    example = "/api/v1/decisions?rule=path-silent&before=18&most=1") String address) {}
}
