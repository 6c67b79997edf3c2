package org.caravan.cli.node;

import java.util.List;
import java.util.Optional;
import org.caravan.api.node.HostCapability;
import org.caravan.api.node.NodeTask;
import org.caravan.api.node.NodeTask.Work;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.cli.network.MeasuringOptions;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "node",
        mixinStandardHelpOptions = true,
        description = "Adds, checks, measures, drains and removes nodes.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            NodeAddCommand.class,
            NodeCommand.NodeCheckCommand.class,
            NodeCommand.NodeMeasureCommand.class,
            NodeDrainCommand.class,
            NodeRemoveCommand.class
        },
        footer = {"", "Example: caravan node add pi-bergen-3 --site bergen --type raspberry-pi-3 --at 198.51.100.14"})
public final class NodeCommand {

    @Command(
            name = "measure",
            mixinStandardHelpOptions = true,
            description = "Measures the storage, CPU, memory and network of a node. Loads the node for about one minute.",
            exitCodeList = {"0:Measured.", "1:Error, or nothing was measured."},
            footer = {"", "Example: caravan node measure pi-bergen-1 --peer pi-bergen-2 --watts 2..4.4"})
    static final class NodeMeasureCommand extends LiveCommand {

        @Parameters(paramLabel = "NODE", description = "Name of a prepared node.")
        private String hostId;

        @Mixin
        private MeasuringOptions measuring;

        @Override
        protected int run(Api api) {
            Answer<NodeTask> answer = new NodeTaskFollower(api, terminal(), json()).follow(hostId,
                    measuring.order(Work.MEASURE, Optional.empty(), Optional.empty()));
            NodeTask task = read(answer);
            if (!printedJson(answer)) {
                NodeText.findings(task, terminal());
                task.capability().ifPresent(capability -> NodeText.capability(capability, terminal()));
            }
            return task.capability().map(HostCapability::figures).orElse(List.of()).isEmpty() ? ExitCode.ERROR : ExitCode.DONE;
        }
    }

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = "Checks whether a node meets the requirements. Changes nothing on the node; pins its host key at "
                    + "the first contact.",
            exitCodeList = {
                "0:The node is ready.",
                "1:Error, or a manual fix is required.",
                "2:The host key was not confirmed at the terminal, or `caravan node add` would change something."
            },
            footer = {"",
                "Examples: caravan node check pi-bergen-1",
                        "  caravan node check pi-bergen-3 --site bergen --type raspberry-pi-3 --at 198.51.100.14 --host-key SHA256:…"})
    static final class NodeCheckCommand extends LiveCommand {

        @Parameters(paramLabel = "NODE", description = "Name of the node.")
        private String hostId;

        @Mixin
        private NodePlaceOptions place;

        @Override
        protected int run(Api api) {
            if (place.trustedProposal(api, hostId, terminal(), json()).isEmpty()) {
                return ExitCode.CHANGES_PENDING;
            }
            Answer<NodeTask> answer = new NodeTaskFollower(api, terminal(), json()).follow(hostId, place.check());
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
}
