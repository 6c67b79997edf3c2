package org.caravan.cli.application;

import java.util.Optional;
import org.caravan.api.adaptation.AdaptationView;
import org.caravan.api.adaptation.FreezeOrder;
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
        name = "freeze",
        mixinStandardHelpOptions = true,
        description = "Freezes an application: the server changes nothing of it automatically until `caravan unfreeze`. You still can.",
        footer = {"", "Example: caravan freeze sock-shop --reason \"fair until Sunday\""})
public final class FreezeCommand extends ServerCommand {

    @Mixin
    private ApplicationName application;

    @Option(names = "--reason", paramLabel = "TEXT",
            description = "Reason, shown with each decision not to act: one line of at most 200 characters.")
    private String reason;

    @Override
    protected int run(Api api) {
        String name = application.required();
        Answer<AdaptationView> now = api.post(ApiPath.of("applications", name, "freeze"), new FreezeOrder(Optional.ofNullable(reason)),
                AdaptationView.class);
        if (!printedJson(now)) {
            now.value().freeze().ifPresent(freeze -> terminal().line(name + " is frozen since " + Terminal.second(freeze.since()) + " by "
                    + freeze.by() + "\n  to end that: caravan unfreeze " + name));
        }
        return ExitCode.DONE;
    }
}
