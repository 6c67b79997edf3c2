package org.caravan.server.decision;

import io.swagger.v3.oas.annotations.media.Schema;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.caravan.json.Json;

@Schema(name = "Decision", description = "Something the server decided by itself.")
record DecisionView(
        @Schema(description = "Rises with each decision.", example = "17") long number,
        @Schema(description = "When it was decided (ISO 8601, UTC).") Instant at,
        @Schema(description = "By which of the server's own rules.", example = "path-silent") String rule,
        @Schema(description = "What the rule says.") String ruleText,
        @Schema(description = "Name of the application it is about; absent where it is about none.", example = "sock-shop") Optional<String> application,
        @Schema(description = "What it is about: paths, instances, ids of plans.", example = "[\"bergen.BKK/ipv4 -> ohio.Cloud/ipv4\"]") List<String> subjects,
        @Schema(description = "What was seen.") String cause,
        @Schema(description = "The figures it rests on.") List<Decided.Figure> figures,
        @Schema(description = "What was done then.") String outcome) {

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
