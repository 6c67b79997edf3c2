package org.caravan.cli.image;

import java.util.List;
import java.util.Locale;
import org.caravan.api.image.ImageView.Manifest;
import org.caravan.api.image.ImageView;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

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
        Answer<ImageView> answer = api.get(ApiPath.of("images").slashed(name).with("hosts", true), ImageView.class);
        if (!printedJson(answer)) {
            ImageView image = answer.value();
            terminal().line(image.name() + ", a " + image.kind());
            image.images().forEach(this::show);
            terminal().line("used by  " + words(image.usedBy(), "no application"));
            terminal().line("on hosts " + words(image.hosts().orElse(List.of()), "none"));
        }
        return ExitCode.DONE;
    }

    private void show(Manifest image) {
        terminal().line(String.format(Locale.ROOT, "%s  %.1f MB  %s", image.architecture(), image.size() / 1e6, image.digest()));
        image.layers().forEach(layer -> terminal()
                .line(String.format(Locale.ROOT, "  layer %9.2f MB  %s", layer.size() / 1e6, layer.digest())));
        terminal().line("  start " + String.join(" ", image.start()));
        image.environment().forEach((variable, value) -> terminal().line("  env   " + variable + "=" + value));
    }

    private static String words(List<String> list, String none) {
        return list.isEmpty() ? none : String.join(", ", list);
    }
}
