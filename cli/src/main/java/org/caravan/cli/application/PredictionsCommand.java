package org.caravan.cli.application;

import java.util.List;
import org.caravan.api.application.PredictionView;
import org.caravan.cli.command.ApplicationChoice;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "predictions",
        mixinStandardHelpOptions = true,
        description = "Shows the predicted latency of each request of each user group with its parts, beside what routers measured since "
                + "the deployment.",
        footer = {"", "Example: caravan predictions sock-shop"})
public final class PredictionsCommand extends ServerCommand {

    @Option(names = "--all", description = "Show earlier plans, too, with their last measurement.")
    private boolean all;

    @Mixin
    private ApplicationName application;

    @Override
    protected int run(Api api) {
        String name = new ApplicationChoice(api).choose(application.named());
        ApiPath path = ApiPath.of("applications", name, "predictions");
        Answer<List<PredictionView>> answer = api.list(all ? path.with("all", "true") : path, PredictionView.class);
        if (!printedJson(answer)) {
            sayIfNone(answer.value(), name + " is not deployed: no plan is in force\n    Maybe deploy it: caravan deploy " + name);
            PredictionTable.lines(answer.value()).forEach(terminal()::line);
        }
        return ExitCode.DONE;
    }
}
