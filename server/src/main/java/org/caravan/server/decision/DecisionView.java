package org.caravan.server.decision;

import io.swagger.v3.oas.annotations.media.Schema;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.caravan.json.Json;
import org.caravan.rules.Limit;

@Schema(name = "Decision", description = "A decision of the server.")
public record DecisionView(
        @Schema(description = "Number of the decision; increases.", example = "17") long number,
        @Schema(description = "Time of the decision (ISO 8601, UTC).") Instant at,
        @Schema(description = "Built-in rule that made the decision; model-rule for the rules of models.",
                example = "path-silent") String rule,
        @Schema(description = "Description of the rule.") String ruleText,
        @Schema(description = "Name of the application concerned; absent if there is none.", example = "sock-shop")
        Optional<String> application,
        @Schema(description = "Subject: paths, instances, ids of plans.", example = "[\"bergen.BKK/ipv4 -> ohio.Cloud/ipv4\"]")
        List<String> subjects,
        @Schema(description = "Observation.") String cause,
        @Schema(description = "Figures on which the decision is based.") List<DecisionRecord.Figure> figures,
        @Schema(description = "Action that was taken.") String outcome,
        @Schema(description = "Action that was decided, and its state; absent if the decision is not about an action.")
        Optional<ActionView> action) {

    @Schema(name = "DecidedAction", description = "An action that the server decided by itself, or decided not to carry out.")
    public record ActionView(
            @Schema(description = "Kind of action: replace, complete, scale-out, scale-in, replan, restart, drain, "
                    + "keep-promise, save, notify or run.",
                    example = "replace") String kind,
            @Schema(description = "How far the server goes by itself, as the owner chose: automatic, propose or observe.",
                    example = "automatic") String autonomy,
            @Schema(description = "DECIDED, DEPLOYING, DONE, FAILED, UNDONE, PROPOSED (a plan waits for approval), OBSERVED, HELD (by a "
                    + "limit), LAPSED or EXPIRED (a proposal that nobody approved in time).") Action.State state,
            @Schema(description = "Limit that kept the server from acting; absent if none did.", example = "freeze") Optional<String> limit,
            @Schema(description = "What that limit says; absent if none applied.") Optional<String> limitText,
            @Schema(description = "Id of the plan; absent without a plan.") Optional<String> planId,
            @Schema(description = "What the plan changes against the target of that time; empty without a plan.") String diffText,
            @Schema(description = "Who approved the plan: a person, or the rule; absent if nobody did.",
                    example = "rule host-lost") Optional<String> approvedBy,
            @Schema(description = "Id of the deployment that carries it out; absent if there is none.",
                    example = "4") Optional<String> deploymentId,
            @Schema(description = "Copies that run well and are moved.", example = "0") int moves,
            @Schema(description = "Copies that are created.", example = "2") int starts,
            @Schema(description = "Copies that are removed.", example = "0") int stops,
            @Schema(description = "When a proposal expires if nobody approves it (ISO 8601, UTC); absent for other actions.")
            Optional<Instant> expiresAt,
            @Schema(description = "When the state became final (ISO 8601, UTC); absent before.") Optional<Instant> endedAt) {}

    static DecisionView read(ResultSet row, int line) throws SQLException {
        String word = row.getString("rule");
        return new DecisionView(row.getLong("number"), Instant.parse(row.getString("at")), word, text(word),
                Optional.ofNullable(row.getString("application")),
                List.of(Json.read(row.getString("subjects"), String[].class)), row.getString("cause"),
                List.of(Json.read(row.getString("figures"), DecisionRecord.Figure[].class)), row.getString("outcome"), action(row));
    }

    /** A decision that is not stored. */
    public static DecisionView of(long number, Instant at, DecisionRecord decided, Optional<Action> action) {
        return new DecisionView(number, at, decided.rule().word(), decided.rule().sentence(), decided.application(), decided.subjects(),
                decided.cause(), decided.figures(), decided.outcome(), action.map(one -> view(one, Optional.empty())));
    }

    private static Optional<ActionView> action(ResultSet row) throws SQLException {
        Optional<Instant> ended = Optional.ofNullable(row.getString("ended")).map(Instant::parse);
        return ActionRow.read(row).map(action -> view(action, ended));
    }

    private static ActionView view(Action action, Optional<Instant> ended) {
        return new ActionView(action.kind().word(), action.autonomy().word(), action.state(),
                action.limit().map(Limit::name), action.limit().map(Limit::text), action.planId(), action.diffText(), action.approvedBy(),
                action.deploymentId().map(String::valueOf), action.effort().moves(), action.effort().starts(), action.effort().stops(),
                action.expires(), ended);
    }

    /** Empty for a rule of another version. */
    private static String text(String word) {
        return Arrays.stream(BuiltInRule.values()).filter(rule -> rule.word().equals(word)).map(BuiltInRule::sentence).findFirst()
                .orElse("");
    }
}
