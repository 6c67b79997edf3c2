package org.caravan.cli.plan;

import java.util.Optional;
import org.caravan.api.plan.AdviceOrder;
import org.caravan.api.plan.AdviceView;
import org.caravan.cli.command.ApplicationChoice;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "advise",
        mixinStandardHelpOptions = true,
        description = "Ranks changes of an application's code by the latency and cost that they save on the measured network: fewer turns, "
                + "caches, async and parallel calls, read replicas. Changes nothing.",
        footer = {
            "",
            "The columns mean and p95 are saved if nothing moves, planned (the mean) and EUR/month if the changed application is planned "
                    + "again.",
            "Example: caravan advise sock-shop --cache-hits 60 --plannings 6"
        })
public final class AdviseCommand extends LiveCommand {

    @Mixin
    private ApplicationName application;

    @Option(names = "--cache-hits", paramLabel = "PERCENT", defaultValue = "80",
            description = "Assumed share of calls that a new cache answers, above 0 and up to 100 (default: ${DEFAULT-VALUE}).")
    private double cacheHits;

    @Option(names = "--most", paramLabel = "N", defaultValue = "10",
            description = "Number of changes to show, 1 to 50 (default: ${DEFAULT-VALUE}).")
    private int most;

    @Option(names = "--plannings", paramLabel = "N", defaultValue = "3",
            description = "Changes of each sort (calls, read replicas) for which planning is repeated, 0 to 6 (default: ${DEFAULT-VALUE}).")
    private int plannings;

    @Override
    protected int run(Api api) {
        String name = new ApplicationChoice(api).choose(application.named());
        Answer<AdviceView> answer = api.post(ApiPath.of("applications", name, "advice"),
                new AdviceOrder(Optional.of(cacheHits / 100), Optional.of(most), Optional.of(plannings)), AdviceView.class);
        if (!printedJson(answer)) {
            terminal().line(answer.value().text());
        }
        return ExitCode.DONE;
    }
}
