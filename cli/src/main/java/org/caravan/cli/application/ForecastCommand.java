package org.caravan.cli.application;

import java.util.List;
import org.caravan.api.application.ForecastView;
import org.caravan.cli.command.ApplicationChoice;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "forecast",
        mixinStandardHelpOptions = true,
        description = "Forecasts the requests of each user group from what routers counted, with 95 %% intervals, the errors of past "
                + "forecasts, and a chart.",
        footer = {"", "The forecast of the model (forecast requests of REQUEST) selects method, season and horizon; without one, the "
                + "method with the least error is used.", "Example: caravan forecast sock-shop"})
public final class ForecastCommand extends ServerCommand {

    @Mixin
    private ApplicationName application;

    @Override
    protected int run(Api api) {
        String name = new ApplicationChoice(api).choose(application.named());
        Answer<List<ForecastView>> answer = api.list(ApiPath.of("applications", name, "forecasts"), ForecastView.class);
        if (!printedJson(answer)) {
            List<ForecastView> forecasts = answer.value();
            sayIfNone(forecasts, "no router has counted requests of " + name + " yet\n"
                    + "    Maybe see which requests are counted: caravan status " + name);
            forecasts.forEach(one -> ForecastChart.lines(one).forEach(terminal()::line));
        }
        return ExitCode.DONE;
    }
}
