package org.caravan.cli.application;

import java.util.Locale;
import java.util.Map;
import org.caravan.api.adaptation.AdaptationView;
import org.caravan.api.adaptation.AutonomyOrder;
import org.caravan.cli.command.ApplicationChoice;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.cli.command.Terminal;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "autonomy",
        mixinStandardHelpOptions = true,
        description = "Shows or sets how far the server changes an application automatically.",
        footer = {"", "Kinds of action: replace (copies that are lost), complete (a deployment whose hosts are back), scale-out, scale-in, "
            + "replan, restart, drain, reserve, notify, run (rules of the model), keep-promise (moves away from worse paths), "
            + "follow (moves to where the users are), save "
            + "(cheaper hosts).",
            "Levels: automatic (the server acts), propose (a plan waits for approval), observe (the server records what it would do).",
            "Example: caravan autonomy sock-shop --set replace=propose"})
public final class AutonomyCommand extends ServerCommand {

    @Mixin
    private ApplicationName application;

    @Option(names = "--set", paramLabel = "KIND=LEVEL", description = "Level for a kind of action; can be repeated.")
    private Map<String, String> levels = Map.of();

    @Override
    protected int run(Api api) {
        String name = new ApplicationChoice(api).choose(application.named());
        levels.forEach((kind, level) -> api.put(ApiPath.of("applications", name, "autonomy", kind), new AutonomyOrder(level)));
        Answer<AdaptationView> answer = api.get(ApiPath.of("applications", name, "adaptation"), AdaptationView.class);
        if (!printedJson(answer)) {
            AdaptationView now = answer.value();
            now.actions().forEach(action -> terminal().line(String.format(Locale.ROOT, "%-10s %s", action.kind(), action.autonomy())));
            now.freeze().ifPresent(freeze -> terminal().line("frozen since " + Terminal.second(freeze.since()) + " by " + freeze.by()));
        }
        return ExitCode.DONE;
    }
}
