package org.caravan.cli;

import java.nio.file.Path;
import java.util.Map;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

@Command(
        name = "chart",
        mixinStandardHelpOptions = true,
        description = "Draws what was measured between two sites as an SVG: bars per ISP and IP version with 95 %% confidence intervals.",
        footer = {"", "Example: caravan network chart --from hainan --to simula"})
final class NetworkChartCommand extends WorldCommand {

    @Option(names = "--from", paramLabel = "SITE", required = true, description = "Site that sends.")
    private String from;

    @Option(names = "--to", paramLabel = "SITE", required = true, description = "Site that receives.")
    private String to;

    @Option(names = "--quantity", defaultValue = "throughput", description = "throughput, rtt or loaded-rtt. Default ${DEFAULT-VALUE}.")
    private String quantity;

    @Option(names = "--window", paramLabel = "DURATION", description = "Figures of the samples since then, as 24h or 7d; else what planning goes by.")
    private String window;

    @Option(names = "--out", paramLabel = "FILE", description = "Default FROM-TO-QUANTITY.svg.")
    private Path file;

    @Override
    int run(Api api) {
        Path target = file != null ? file : Path.of(from + "-" + to + "-" + quantity + ".svg");
        api.download(ApiPath.of("network", "chart").with("from", from).with("to", to).with("quantity", quantity).with("window", window), target);
        if (!printedJson(JsonMapper.builder().build().valueToTree(Map.of("file", target.toString())))) {
            terminal().line(target.toString());
        }
        return ExitCode.DONE;
    }
}
