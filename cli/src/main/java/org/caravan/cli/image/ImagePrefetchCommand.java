package org.caravan.cli.image;

import org.caravan.api.image.PrefetchBegun;
import org.caravan.api.image.PrefetchOrder;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.ImageTransferProgress;
import org.caravan.client.Polling;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "prefetch",
        mixinStandardHelpOptions = true,
        description = "Sends the images of an application's pending plan to its hosts in the background, at a limited rate.",
        footer = {"", "Example: caravan image prefetch sock-shop --follow"})
final class ImagePrefetchCommand extends LiveCommand {

    private static final long POLL_MILLIS = 500;

    @Mixin
    private ApplicationName application;

    @Option(names = "--follow", description = "Wait until all transfers have ended.")
    private boolean follow;

    @Override
    protected int run(Api api) {
        Answer<PrefetchBegun> answer =
                api.post(ApiPath.of("image-prefetches"), new PrefetchOrder(application.required()), PrefetchBegun.class);
        if (!printedJson(answer)) {
            terminal().line(answer.value().begun() + " images of hosts are checked.");
        }
        if (follow) {
            new Polling(terminal()).last(POLL_MILLIS, () -> ImageTransferProgress.ask(api), images -> !images.none(),
                    images -> bar(images.percent(), 100, images.text()));
        }
        return ExitCode.DONE;
    }
}
