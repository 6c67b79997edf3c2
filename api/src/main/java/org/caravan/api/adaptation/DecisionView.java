package org.caravan.api.adaptation;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

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
        @Schema(description = "Figures on which the decision is based.") List<FigureView> figures,
        @Schema(description = "Action that was taken.") String outcome,
        @Schema(description = "Action that was decided, and its state; absent if the decision is not about an action.")
        Optional<ActionView> action) {

    @Schema(name = "DecidedAction", description = "An action that the server decided by itself, or decided not to carry out.")
    public record ActionView(
            @Schema(description = "Kind of action: replace, complete, scale-out, scale-in, replan, restart, drain, reserve, "
                    + "keep-promise, follow, save, notify or run.",
                    example = "replace") String kind,
            @Schema(description = "How far the server goes by itself, as the owner chose: automatic, propose or observe.",
                    example = "automatic") String autonomy,
            @Schema(allowableValues = {"DECIDED", "DEPLOYING", "DONE", "FAILED", "UNDONE", "PROPOSED", "OBSERVED", "HELD",
                "LAPSED", "EXPIRED"},
                    description = "DECIDED, DEPLOYING, DONE, FAILED, UNDONE, PROPOSED (a plan waits for approval), OBSERVED, HELD (by a "
                    + "limit), LAPSED or EXPIRED (a proposal that was not approved in time).") String state,
            @Schema(description = "Limit that kept the server from acting; absent if none did.", example = "freeze") Optional<String> limit,
            @Schema(description = "What that limit says; absent if none applied.") Optional<String> limitText,
            @Schema(description = "Id of the plan; absent without a plan.") Optional<String> planId,
            @Schema(description = "What the plan changes against the target of that time; empty without a plan.") String diffText,
            @Schema(description = "Who approved the plan: a person, or the rule; absent if it was not approved.",
                    example = "rule host-lost") Optional<String> approvedBy,
            @Schema(description = "Id of the deployment that carries it out; absent if there is none.",
                    example = "4") Optional<String> deploymentId,
            @Schema(description = "Copies that run well and are moved.", example = "0") int moves,
            @Schema(description = "Copies that are created.", example = "2") int starts,
            @Schema(description = "Copies that are removed.", example = "0") int stops,
            @Schema(description = "When a proposal expires unless it is approved (ISO 8601, UTC); absent for other actions.")
            Optional<Instant> expiresAt,
            @Schema(description = "When the state became final (ISO 8601, UTC); absent before.") Optional<Instant> endedAt) {}

    /** @param unit empty for a count */
    @Schema(name = "DecisionFigure", description = "A figure on which a decision is based.")
    public record FigureView(
            @Schema(description = "Quantity.", example = "paths") String name,
            @Schema(description = "Value.", example = "4") double value,
            @Schema(description = "Unit of the value; empty for a count.", example = "ms") String unit) {}
}
