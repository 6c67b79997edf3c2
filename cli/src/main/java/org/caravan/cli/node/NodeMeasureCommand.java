package org.caravan.cli.node;

import java.util.List;
import org.caravan.api.node.HostCapability;
import org.caravan.api.node.NodeTask;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.cli.network.MeasuringOptions;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "measure",
        mixinStandardHelpOptions = true,
        description = "Measures the storage, CPU, memory and network of a node. Loads the node for about one minute.",
        exitCodeList = {"0:Measured.", "1:Error, or nothing was measured."},
        footer = {"", "Example: caravan node measure pi-bergen-1 --peer pi-bergen-2 --watts 2..4.4"})
final class NodeMeasureCommand extends LiveCommand {

    @Parameters(paramLabel = "NODE", description = "Name of a prepared node.")
    private String hostId;

    @Mixin
    private MeasuringOptions measuring;

    @Override
    protected int run(Api api) {
        Answer<NodeTask> answer = new NodeTaskFollower(api, terminal(), json()).follow(hostId, "MEASURE", measuring.body());
        NodeTask task = read(answer);
        if (!printedJson(answer)) {
            NodeText.findings(task, terminal());
            task.capability().ifPresent(capability -> NodeText.capability(capability, terminal()));
        }
        return task.capability().map(HostCapability::figures).orElse(List.of()).isEmpty() ? ExitCode.ERROR : ExitCode.DONE;
    }
}
