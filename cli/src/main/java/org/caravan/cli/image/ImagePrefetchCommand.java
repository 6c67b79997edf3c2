package org.caravan.cli.image;

import java.util.Map;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.ImagesUnderWay;
import org.caravan.client.Polling;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

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
        JsonNode begun = api.post(ApiPath.of("image-prefetches"), Map.of("application", application.required()));
        if (!printedJson(begun)) {
            terminal().line(begun.path("begun").asInt() + " images of hosts are checked.");
        }
        for (ImagesUnderWay images = ImagesUnderWay.ask(api); follow && !images.none(); images = ImagesUnderWay.ask(api)) {
            if (!json()) {
                terminal().bar(images.percent(), 100, images.text());
            }
            Polling.pause(POLL_MILLIS);
        }
        return ExitCode.DONE;
    }
}
