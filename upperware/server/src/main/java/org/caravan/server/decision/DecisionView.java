package org.caravan.server.decision;

import io.swagger.v3.oas.annotations.media.Schema;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.caravan.json.Json;

@Schema(name = "Decision", description = "A decision of the server.")
record DecisionView(
        @Schema(description = "Number of the decision; increases.", example = "17") long number,
        @Schema(description = "Time of the decision (ISO 8601, UTC).") Instant at,
        @Schema(description = "Built-in rule that made the decision.", example = "path-silent") String rule,
        @Schema(description = "Description of the rule.") String ruleText,
        @Schema(description = "Name of the application concerned; absent if there is none.", example = "sock-shop")
        Optional<String> application,
        @Schema(description = "Subject: paths, instances, ids of plans.", example = "[\"bergen.BKK/ipv4 -> ohio.Cloud/ipv4\"]")
        List<String> subjects,
        @Schema(description = "Observation.") String cause,
        @Schema(description = "Figures on which the decision is based.") List<Decided.Figure> figures,
        @Schema(description = "Action that was taken.") String outcome) {

    static DecisionView read(ResultSet row, int line) throws SQLException {
        String word = row.getString("rule");
        return new DecisionView(row.getLong("number"), Instant.parse(row.getString("at")), word, text(word), Optional.ofNullable(row.getString("application")),
                List.of(Json.read(row.getString("subjects"), String[].class)), row.getString("cause"),
                List.of(Json.read(row.getString("figures"), Decided.Figure[].class)), row.getString("outcome"));
    }

    /** Empty for a rule of another version. */
    private static String text(String word) {
        return Arrays.stream(OwnRule.values()).filter(rule -> rule.word().equals(word)).map(OwnRule::sentence).findFirst().orElse("");
    }
}
