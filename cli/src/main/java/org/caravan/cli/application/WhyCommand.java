package org.caravan.cli.application;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.cli.command.Terminal;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

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

    @Override
    protected int run(Api api) {
        InstanceResolver.Named named = new InstanceResolver(api).named(application, instance);
        List<ObjectNode> moves = moves(api, named);
        if (moves.isEmpty()) {
            throw new ApiFault("unknown-instance", "No plan of application (" + named.application()
                    + ") that was carried out has an instance (" + named.instance() + ").\n    Maybe list them: caravan status " + named.application() + ".");
        }
        ArrayNode all = JsonMapper.builder().build().createArrayNode();
        moves.forEach(all::add);
        if (!printedJson(all)) {
            terminal().line(named.instance() + " of " + named.application() + " was placed on "
                    + moves.get(0).path("hostId").asString() + ". Newest cause first:");
            moves.forEach(this::print);
        }
        return ExitCode.DONE;
    }

    /** Plans that placed the instance on another host than their predecessor, newest first, up to the latest one of a person. */
    private static List<ObjectNode> moves(Api api, InstanceResolver.Named named) {
        JsonNode decisions = api.all(ApiPath.of("decisions").with("application", named.application()).with("most", PAGE));
        List<ObjectNode> moves = new ArrayList<>();
        ObjectNode later = null;
        for (JsonNode target : api.all(ApiPath.of("applications", named.application(), "targets"))) {
            Optional<ObjectNode> placed = placed(api, named, target, decisions);
            String host = placed.map(one -> one.path("hostId").asString()).orElse("");
            if (later != null && !later.path("hostId").asString().equals(host)) {
                moves.add(later.put("from", host));
                if (!later.path("approvedBy").asString().startsWith("rule ")) {
                    return moves;
                }
            }
            later = placed.orElse(null);
        }
        if (later != null) {
            moves.add(later.put("from", ""));
        }
        return moves;
    }

    private static Optional<ObjectNode> placed(Api api, InstanceResolver.Named named, JsonNode target, JsonNode decisions) {
        String planId = target.path("planId").asString();
        JsonNode plan;
        try {
            plan = api.get(ApiPath.of("applications", named.application(), "plans", planId));
        } catch (ApiFault fault) {
            if (fault.code().equals("unknown-plan")) {
                // The server keeps plans for a limited time.
                return Optional.empty();
            }
            throw fault;
        }
        return plan.path("placement").path("instances").valueStream()
                .filter(one -> one.path("instance").asString().equals(named.instance())).findFirst()
                .map(one -> {
                    ObjectNode found = JsonMapper.builder().build().createObjectNode();
                    found.put("hostId", one.path("hostId").asString()).put("since", target.path("since").asString())
                            .put("generation", target.path("generation").asLong()).put("planId", planId)
                            .put("deploymentId", target.path("deploymentId").asString());
                    Optional<JsonNode> decision = decisions.valueStream()
                            .filter(decided -> decided.path("action").path("planId").asString("").equals(planId)).findFirst();
                    String person = plan.has("handedOverBy") ? "a person; model submitted by " + plan.path("handedOverBy").asString()
                            : "a person";
                    found.put("approvedBy", target.path("phase").asString().equals("UNDO") ? "rule deployment-undone"
                            : decision.map(decided -> decided.path("action").path("approvedBy").asString(person)).orElse(person));
                    decision.ifPresent(decided -> found.set("decision", decided));
                    return found;
                });
    }

    private void print(ObjectNode move) {
        String from = move.path("from").asString();
        terminal().line("  " + Terminal.second(move.path("since").asString()) + "  "
                + (from.isEmpty() ? "placed on " : "moved from " + from + " to ") + move.path("hostId").asString() + " by generation "
                + move.path("generation").asLong() + ", deployment " + move.path("deploymentId").asString() + ", approved by "
                + move.path("approvedBy").asString());
        if (move.has("decision")) {
            JsonNode decision = move.path("decision");
            terminal().line("      decision " + decision.path("number").asLong() + " of rule " + decision.path("rule").asString() + ": "
                    + decision.path("cause").asString());
            terminal().line("      " + decision.path("figures").valueStream().map(DecisionsCommand::figure)
                    .collect(Collectors.joining(", ")));
        }
    }
}
