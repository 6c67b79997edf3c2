package org.caravan.cli.image;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
        name = "gc",
        mixinStandardHelpOptions = true,
        description = "Deletes unused layers from the repository and from hosts. The server also does this every six hours.",
        footer = {"", "Example: caravan image gc --unused-hours 1"})
final class ImageCollectCommand extends LiveCommand {

    @Option(names = "--no-hosts", description = "Do not delete layers on hosts.")
    private boolean repositoryOnly;

    @Option(names = "--unused-hours", paramLabel = "HOURS",
            description = "Minimum time in hours that a layer is unused before it is deleted (default: the server's setting, 24).")
    private Double unusedHours;

    @Override
    protected int run(Api api) {
        Map<String, Object> body = new TreeMap<>(Map.of("hosts", !repositoryOnly));
        if (unusedHours != null) {
            body.put("unusedHours", unusedHours);
        }
        JsonNode gone = api.post(ApiPath.of("image-collections"), body);
        if (!printedJson(gone)) {
            terminal().line(String.format(Locale.ROOT, "repository: %d layers, %.1f MB freed", gone.path("layers").size(),
                    gone.path("freedBytes").asLong() / 1e6));
            gone.path("hosts").forEach(host -> terminal().line(host.path("error").isString()
                    ? host.path("hostId").asString() + ": " + host.path("error").asString()
                    : String.format(Locale.ROOT, "%s: %.1f MB freed", host.path("hostId").asString(),
                            host.path("freedBytes").asLong() / 1e6)));
        }
        return ExitCode.DONE;
    }
}
