package org.caravan.cli.image;

import java.util.Locale;
import java.util.stream.Collectors;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Shows the layers of an image, the applications that use it, and the hosts that store it.",
        footer = {"", "Example: caravan image show sock-shop/front-end"})
final class ImageShowCommand extends LiveCommand {

    @Parameters(paramLabel = "NAME", description = "Name of the image.")
    private String name;

    @Override
    protected int run(Api api) {
        JsonNode image = api.get(ApiPath.of("images").slashed(name).with("hosts", true));
        if (!printedJson(image)) {
            terminal().line(image.path("name").asString() + ", a " + image.path("kind").asString());
            image.path("images").forEach(this::show);
            terminal().line("used by  " + words(image.path("usedBy"), "no application"));
            terminal().line("on hosts " + words(image.path("hosts"), "none"));
        }
        return ExitCode.DONE;
    }

    private void show(JsonNode image) {
        terminal().line(String.format(Locale.ROOT, "%s  %.1f MB  %s", image.path("architecture").asString(),
                image.path("size").asLong() / 1e6,
                image.path("digest").asString()));
        image.path("layers").forEach(layer -> terminal()
                .line(String.format(Locale.ROOT, "  layer %9.2f MB  %s", layer.path("size").asLong() / 1e6,
                layer.path("digest").asString())));
        terminal().line("  start " + image.path("start").valueStream().map(JsonNode::asString).collect(Collectors.joining(" ")));
        image.path("environment").properties().forEach(entry -> terminal()
                .line("  env   " + entry.getKey() + "=" + entry.getValue().asString()));
    }

    private static String words(JsonNode list, String none) {
        return list.isEmpty() ? none : list.valueStream().map(JsonNode::asString).collect(Collectors.joining(", "));
    }
}
