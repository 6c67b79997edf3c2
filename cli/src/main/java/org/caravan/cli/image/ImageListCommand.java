package org.caravan.cli.image;

import java.util.List;
import java.util.Locale;
import org.caravan.api.image.ImageView;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;

@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Lists images with their architectures, sizes, and the applications that use them.",
        footer = {"", "Example: caravan image list --json"})
final class ImageListCommand extends ServerCommand {

    @Override
    protected int run(Api api) {
        Answer<List<ImageView>> answer = api.list(ApiPath.of("images"), ImageView.class);
        if (!printedJson(answer)) {
            List<ImageView> images = answer.value();
            images.forEach(image -> image.images().forEach(one -> terminal().line(
                    String.format(Locale.ROOT, "%-32s %-10s %-6s %8.1f MB  %s  %s", image.name(), image.kind(), one.architecture(),
                            one.size() / 1e6, one.digest().substring(0, 19), String.join(", ", image.usedBy())).stripTrailing())));
            if (images.isEmpty()) {
                terminal().line(
                        "no images\n    Maybe build some (executionware/images/image-build), or import one: caravan image import FILE");
            }
        }
        return ExitCode.DONE;
    }
}
