package org.caravan.cli.network;

import java.nio.file.Path;
import java.util.Map;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

@Command(
        name = "chart",
        mixinStandardHelpOptions = true,
        description =
                "Draws the measurements between two sites as an SVG chart: one bar per ISP and IP version with 95 %% confidence intervals.",
        footer = {"", "Example: caravan network chart --from hainan --to simula"})
final class NetworkChartCommand extends LiveCommand {

    @Option(names = "--from", paramLabel = "SITE", required = true, description = "Sending site.")
    private String from;

    @Option(names = "--to", paramLabel = "SITE", required = true, description = "Receiving site.")
    private String to;

    @Option(names = "--quantity", defaultValue = "throughput",
            description = "Quantity: throughput, rtt or loaded-rtt (default: ${DEFAULT-VALUE}).")
    private String quantity;

    @Option(names = "--window", paramLabel = "DURATION",
            description = "Age of the oldest sample, as 24h or 7d (default: the figures that planning uses).")
    private String window;

    @Option(names = "--out", paramLabel = "FILE", description = "File to write (default: FROM-TO-QUANTITY.svg).")
    private Path file;

    @Override
    protected int run(Api api) {
        Path target = file != null ? file : Path.of(from + "-" + to + "-" + quantity + ".svg");
        api.download(ApiPath.of("network", "chart").with("from", from).with("to", to).with("quantity", quantity).with("window", window),
                target);
        if (!printedJson(JsonMapper.builder().build().valueToTree(Map.of("file", target.toString())))) {
            terminal().line(target.toString());
        }
        return ExitCode.DONE;
    }
}
