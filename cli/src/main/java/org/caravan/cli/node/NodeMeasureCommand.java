package org.caravan.cli.node;

import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.cli.network.MeasuringOptions;
import org.caravan.client.Api;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

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
        JsonNode task = new NodeTaskFollower(api, terminal(), json()).follow(hostId, "MEASURE", measuring.body());
        if (!printedJson(task)) {
            NodeText.findings(task, terminal());
            NodeText.capability(task.path("capability"), terminal());
        }
        return task.path("capability").path("figures").isEmpty() ? ExitCode.ERROR : ExitCode.DONE;
    }
}
