package org.caravan.cli;

import java.util.Map;
import org.caravan.client.Api;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Says of each thing a node needs whether it is so, and changes nothing.",
        footer = {"", "Exit code: 0 fit, 2 `caravan node add` would change something, 1 error or something only a person can mend, 64 wrong command line.",
            "Example: caravan node check pi-bergen-1"})
final class NodeCheckCommand extends WorldCommand {

    @Parameters(paramLabel = "NODE", description = "The node.")
    private String hostId;

    @Mixin
    private NodePlaceOptions place;

    @Override
    int run(Api api) {
        JsonNode task = new NodeTaskFollower(api, terminal(), json()).follow(hostId, "CHECK", Map.of("place", place.body()));
        if (!printedJson(task)) {
            NodeText.findings(task, terminal());
            terminal().line(switch (NodeText.exitCode(task)) {
                case ExitCode.DONE -> hostId + " is fit.";
                case ExitCode.CHANGES_PENDING -> hostId + " is not fit yet: caravan node add " + hostId + " makes it so, or says what is left.";
                default -> hostId + " is not fit, and something is missing that only a person can bring.";
            });
        }
        return NodeText.exitCode(task);
    }
}
