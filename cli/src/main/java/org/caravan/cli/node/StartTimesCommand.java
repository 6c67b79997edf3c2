package org.caravan.cli.node;

import java.util.List;
import java.util.Locale;
import org.caravan.api.node.StartTimeView;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "start-times",
        mixinStandardHelpOptions = true,
        description = "Shows how long copies take to start on each host, learned from deployments.",
        footer = {"", "Example: caravan start-times --image sock-shop/front-end"})
public final class StartTimesCommand extends ServerCommand {

    @Option(names = "--image", paramLabel = "IMAGE", description = "Estimate the start of this image on each host, with its transfer.")
    private String image;

    @Override
    protected int run(Api api) {
        ApiPath all = ApiPath.of("start-times");
        Answer<List<StartTimeView>> answer = api.list(image == null ? all : all.with("image", image), StartTimeView.class);
        if (!printedJson(answer)) {
            sayIfNone(answer.value(), "no copy has started on a real host of the infrastructure yet\n    Maybe deploy an application: "
                    + "caravan deploy APPLICATION");
            answer.value().forEach(time -> terminal().line(line(time)));
        }
        return ExitCode.DONE;
    }

    /** For example {@code bergen-1  container web  420 ms (90 %: 610 ms), 7 starts of this image}. */
    static String line(StartTimeView time) {
        String transfer = time.transferMillis().map(millis -> millis == 0 ? "" : ", after " + seconds(millis) + " of transfer")
                .orElse(", its transfer is unknown");
        return String.format(Locale.ROOT, "%-16s %-9s %-28s %s (90 %%: %s), %d start%s of %s%s", time.hostId(), time.form(), time.image(),
                seconds(time.medianMillis()), seconds(time.slowMillis()), time.starts(), time.starts() == 1 ? "" : "s",
                switch (time.basis()) {
                    case IMAGE_ON_HOST -> "this image";
                    case IMAGE_ON_HOST_TYPE -> "this image on hosts of type " + time.hostType();
                    case FORM_ON_HOST -> "other images";
                    case FORM_ON_HOST_TYPE -> "other images on hosts of type " + time.hostType();
                }, transfer);
    }

    private static String seconds(long millis) {
        return millis < 1_000 ? millis + " ms" : String.format(Locale.ROOT, "%.1f s", millis / 1_000.0);
    }
}
