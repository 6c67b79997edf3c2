package org.caravan.cli.image;

import java.util.Locale;
import java.util.stream.Collectors;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Lists images with their architectures, sizes, and the applications that use them.",
        footer = {"", "Example: caravan image list --json"})
final class ImageListCommand extends ServerCommand {

    @Override
    protected int run(Api api) {
        JsonNode images = api.all(ApiPath.of("images"));
        if (!printedJson(images)) {
            images.forEach(image -> image.path("images")
                    .forEach(one -> terminal().line(String.format(Locale.ROOT, "%-32s %-10s %-6s %8.1f MB  %s  %s",
                    image.path("name").asString(), image.path("kind").asString(), one.path("architecture").asString(),
                            one.path("size").asLong() / 1e6,
                    one.path("digest").asString().substring(0, 19),
                    image.path("usedBy").valueStream().map(JsonNode::asString).collect(Collectors.joining(", "))).stripTrailing())));
            if (images.isEmpty()) {
                terminal().line(
                        "no images\n    Maybe build some (executionware/images/image-build), or import one: caravan image import FILE");
            }
        }
        return ExitCode.DONE;
    }
}
