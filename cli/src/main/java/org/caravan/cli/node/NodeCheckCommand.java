package org.caravan.cli.node;

import java.util.Map;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.WorldCommand;
import org.caravan.client.Api;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Checks whether a node meets the requirements. Changes nothing on the node; pins its host key at the first contact.",
        footer = {"", "Exit codes: 0 the node is ready, 2 not confirmed or `caravan node add` would change something, 1 error or a manual fix is required, 64 wrong command line.",
            "Examples: caravan node check pi-bergen-1", "  caravan node check pi-bergen-3 --site bergen --type raspberry-pi-3 --at 198.51.100.14 --host-key SHA256:…"})
final class NodeCheckCommand extends WorldCommand {

    @Parameters(paramLabel = "NODE", description = "Name of the node.")
    private String hostId;

    @Mixin
    private NodePlaceOptions place;

    @Override
    protected int run(Api api) {
        if (place.trustedProposal(api, hostId, terminal(), json()).isEmpty()) {
            return ExitCode.CHANGES_PENDING;
        }
        JsonNode task = new NodeTaskFollower(api, terminal(), json()).follow(hostId, "CHECK", Map.of("place", place.body()));
        if (!printedJson(task)) {
            NodeText.findings(task, terminal());
            terminal().line(switch (NodeText.exitCode(task)) {
                case ExitCode.DONE -> hostId + " is fit.";
                case ExitCode.CHANGES_PENDING -> hostId + " is not ready yet: caravan node add " + hostId + " prepares it, or lists what is missing.";
                default -> hostId + " is not ready, and some missing items require manual work.";
            });
        }
        return NodeText.exitCode(task);
    }
}
