package org.caravan.cli.node;

import java.util.Map;
import org.caravan.api.node.NodeTask;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = "Checks whether a node meets the requirements. Changes nothing on the node; pins its host key at the first contact.",
        exitCodeList = {
            "0:The node is ready.",
            "1:Error, or a manual fix is required.",
            "2:The host key was not confirmed at the terminal, or `caravan node add` would change something."
        },
        footer = {"",
            "Examples: caravan node check pi-bergen-1",
                    "  caravan node check pi-bergen-3 --site bergen --type raspberry-pi-3 --at 198.51.100.14 --host-key SHA256:…"})
final class NodeCheckCommand extends LiveCommand {

    @Parameters(paramLabel = "NODE", description = "Name of the node.")
    private String hostId;

    @Mixin
    private NodePlaceOptions place;

    @Override
    protected int run(Api api) {
        if (place.trustedProposal(api, hostId, terminal(), json()).isEmpty()) {
            return ExitCode.CHANGES_PENDING;
        }
        Answer<NodeTask> answer = new NodeTaskFollower(api, terminal(), json()).follow(hostId, "CHECK", Map.of("place", place.body()));
        NodeTask task = read(answer);
        if (!printedJson(answer)) {
            NodeText.findings(task, terminal());
            terminal().line(switch (NodeText.exitCode(task)) {
                case ExitCode.DONE -> hostId + " is fit.";
                case ExitCode.CHANGES_PENDING -> hostId + " is not ready yet: caravan node add " + hostId
                        + " prepares it, or lists what is missing.";
                default -> hostId + " is not ready, and some missing items require manual work.";
            });
        }
        return NodeText.exitCode(task);
    }
}
