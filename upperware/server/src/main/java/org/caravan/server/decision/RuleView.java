package org.caravan.server.decision;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.caravan.server.Settings;

@Schema(name = "OwnRule", description = "Something that the server does by itself.")
record RuleView(
        @Schema(description = "Name of the rule, as decisions have it.", example = "path-silent") String rule,
        @Schema(description = "What it does, one sentence.") String ruleText,
        @Schema(description = "When it is looked whether there is something to decide, one sentence.", example = "When a probe run ends.") String when,
        @Schema(description = "Whether it decides anything with the settings that the server has now.") boolean active,
        @Schema(description = "Settings of the server that it goes by; empty where there are none.") List<Setting> settings,
        @Schema(description = "How many of the kept decisions are by it, of those that the token hears of; the latest 10,000 of all rules are kept.", example = "3") long decisions,
        @Schema(description = "The latest of these; absent where there is none.") Optional<Last> lastDecision) {

    @Schema(name = "OwnRuleSetting", description = "A setting of the server, and the value it has now.")
    record Setting(
            @Schema(description = "Its name, as it is set.", example = "caravan.probing.every") String name,
            @Schema(description = "Its value now, as it could be set; durations in whole seconds.", example = "60s") String value,
            @Schema(description = "Unit of the value; empty where the value says it itself or has none.", example = "Mbit/s") String unit,
            @Schema(description = "What it is for, one sentence.") String text) {}

    @Schema(name = "LastDecision", description = "The latest decision by a rule.")
    record Last(
            @Schema(description = "Its number.", example = "17") long number,
            @Schema(description = "When it was decided (ISO 8601, UTC).") Instant at,
            @Schema(description = "Where it is read: a list with this decision alone.", example = "/api/v1/decisions?rule=path-silent&before=18&most=1") String address) {}

    static RuleView of(OwnRule rule, Settings set, Optional<DecisionStore.Count> count) {
        return new RuleView(rule.word(), rule.sentence(), rule.when(), rule.active(set), rule.settings().stream().map(setting -> setting.view(set)).toList(),
                count.map(DecisionStore.Count::decisions).orElse(0L),
                count.map(counted -> new Last(counted.last(), counted.at(), "/api/v1/decisions?rule=" + rule.word() + "&before=" + (counted.last() + 1) + "&most=1")));
    }
}
