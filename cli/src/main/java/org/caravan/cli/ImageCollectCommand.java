package org.caravan.cli;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
        name = "gc",
        mixinStandardHelpOptions = true,
        description = "Throws away layers that nothing uses, in the repository and on hosts; happens by itself every six hours.",
        footer = {"", "Example: caravan image gc --unused-hours 1"})
final class ImageCollectCommand extends WorldCommand {

    @Option(names = "--no-hosts", description = "Leave hosts alone.")
    private boolean repositoryOnly;

    @Option(names = "--unused-hours", paramLabel = "HOURS", description = "For how long a layer was not used; by default as the server is set up (24).")
    private Double unusedHours;

    @Override
    int run(Api api) {
        Map<String, Object> body = new TreeMap<>(Map.of("hosts", !repositoryOnly));
        if (unusedHours != null) {
            body.put("unusedHours", unusedHours);
        }
        JsonNode gone = api.post(ApiPath.of("image-collections"), body);
        if (!printedJson(gone)) {
            terminal().line(String.format(Locale.ROOT, "repository: %d layers, %.1f MB freed", gone.path("layers").size(), gone.path("freedBytes").asLong() / 1e6));
            gone.path("hosts").forEach(host -> terminal().line(host.path("error").isString()
                    ? host.path("hostId").asString() + ": " + host.path("error").asString()
                    : String.format(Locale.ROOT, "%s: %.1f MB freed", host.path("hostId").asString(), host.path("freedBytes").asLong() / 1e6)));
        }
        return ExitCode.DONE;
    }
}
