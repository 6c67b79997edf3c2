package org.caravan.cli.application;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.caravan.api.adaptation.DecisionView;
import org.caravan.api.adaptation.DecisionView.ActionView;
import org.caravan.api.deployment.TargetView;
import org.caravan.api.plan.PlanView;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.cli.command.Terminal;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "why",
        mixinStandardHelpOptions = true,
        description = "Explains why an instance runs where it runs: each move back to the plan that a person approved, with the "
                + "decision of the server and its figures.",
        footer = {"", "Example: caravan why frontend:1"})
public final class WhyCommand extends ServerCommand {

    /** Decisions per request, the most that the server accepts. */
    private static final int PAGE = 1_000;

    @Parameters(paramLabel = "INSTANCE", description = "Component and number (frontend:1), or the component if it has one instance;"
            + " if the server has several applications, prefixed by the application: sock-shop/frontend:1.")
    private String instance;

    @Option(names = "--application", paramLabel = "NAME", description = "Application, if INSTANCE does not name it.")
    private String application;

    /**
     * A plan that placed the instance on another host than its predecessor.
     *
     * @param approvedBy a person, or {@code rule NAME}
     * @param decision that led to the plan
     * @param from former host; empty if the instance is new
     */
    private record Move(String hostId, Instant since, long generation, String planId, String deploymentId, String approvedBy,
            Optional<DecisionView> decision, String from) {

        Move from(String host) {
            return new Move(hostId, since, generation, planId, deploymentId, approvedBy, decision, host);
        }
    }

    @Override
    protected int run(Api api) {
        InstanceResolver.Named named = new InstanceResolver(api).named(application, instance);
        List<Move> moves = moves(api, named);
        if (moves.isEmpty()) {
            throw new ApiFault("unknown-instance", "No plan of application (" + named.application()
                    + ") that was carried out has an instance (" + named.instance() + ").\n    Maybe list them: caravan status "
                    + named.application() + ".");
        }
        if (!printedJson(Answer.documentOf(moves))) {
            terminal().line(named.instance() + " of " + named.application() + " was placed on " + moves.get(0).hostId()
                    + ". Newest cause first:");
            moves.forEach(this::print);
        }
        return ExitCode.DONE;
    }

    /** Newest first, up to the latest one of a person. */
    private static List<Move> moves(Api api, InstanceResolver.Named named) {
        List<DecisionView> decisions = api.list(ApiPath.of("decisions").with("application", named.application()).with("most", PAGE),
                DecisionView.class).value();
        List<Move> moves = new ArrayList<>();
        Move later = null;
        for (TargetView target : api.list(ApiPath.of("applications", named.application(), "targets"), TargetView.class).value()) {
            Optional<Move> placed = placed(api, named, target, decisions);
            String host = placed.map(Move::hostId).orElse("");
            if (later != null && !later.hostId().equals(host)) {
                moves.add(later.from(host));
                if (!later.approvedBy().startsWith("rule ")) {
                    return moves;
                }
            }
            later = placed.orElse(null);
        }
        if (later != null) {
            moves.add(later);
        }
        return moves;
    }

    private static Optional<Move> placed(Api api, InstanceResolver.Named named, TargetView target, List<DecisionView> decisions) {
        PlanView plan;
        try {
            plan = api.get(ApiPath.of("applications", named.application(), "plans", target.planId()), PlanView.class).value();
        } catch (ApiFault fault) {
            if (fault.code().equals("unknown-plan")) {
                // The server keeps plans for a limited time.
                return Optional.empty();
            }
            throw fault;
        }
        Optional<DecisionView> decision = decisions.stream()
                .filter(decided -> decided.action().flatMap(ActionView::planId).filter(target.planId()::equals).isPresent()).findFirst();
        String person = "a person" + plan.handedOverBy().map(by -> "; model submitted by " + by).orElse("");
        String approvedBy = target.phase().equals("UNDO") ? "rule deployment-undone"
                : decision.flatMap(DecisionView::action).flatMap(ActionView::approvedBy).orElse(person);
        return plan.placement().stream().flatMap(placement -> placement.instances().stream())
                .filter(one -> one.instance().equals(named.instance())).findFirst()
                .map(one -> new Move(one.hostId(), target.since(), target.generation(), target.planId(), target.deploymentId(),
                        approvedBy, decision, ""));
    }

    private void print(Move move) {
        terminal().line("  " + Terminal.second(move.since()) + "  "
                + (move.from().isEmpty() ? "placed on " : "moved from " + move.from() + " to ") + move.hostId() + " by generation "
                + move.generation() + ", deployment " + move.deploymentId() + ", approved by " + move.approvedBy());
        move.decision().ifPresent(decision -> {
            terminal().line("      decision " + decision.number() + " of rule " + decision.rule() + ": " + decision.cause());
            terminal().line("      " + DecisionsCommand.figures(decision));
        });
    }
}
