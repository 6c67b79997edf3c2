package org.caravan.cli.image;

import java.util.Locale;
import java.util.Optional;
import org.caravan.api.image.ImageCollectionOrder;
import org.caravan.api.image.ImageCollectionView;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
        ImageCollectionOrder order = new ImageCollectionOrder(!repositoryOnly, Optional.ofNullable(unusedHours));
        Answer<ImageCollectionView> answer = api.post(ApiPath.of("image-collections"), order, ImageCollectionView.class);
        if (!printedJson(answer)) {
            ImageCollectionView gone = answer.value();
            terminal().line(String.format(Locale.ROOT, "repository: %d layers, %.1f MB freed", gone.layers().size(),
                    gone.freedBytes() / 1e6));
            gone.hosts().forEach(host -> terminal().line(host.hostId() + ": "
                    + host.error().orElseGet(() -> String.format(Locale.ROOT, "%.1f MB freed", host.freedBytes() / 1e6))));
        }
        return ExitCode.DONE;
    }
}
