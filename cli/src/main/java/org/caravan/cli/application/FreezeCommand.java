package org.caravan.cli.application;

import java.util.Map;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.cli.command.Terminal;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

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
        JsonNode now = api.post(ApiPath.of("applications", name, "freeze"), reason == null ? Map.of() : Map.of("reason", reason));
        if (!printedJson(now)) {
            JsonNode freeze = now.path("freeze");
            terminal().line(name + " is frozen since " + Terminal.second(freeze.path("since").asString()) + " by " + freeze.path("by")
                    .asString()
                    + "\n  to end that: caravan unfreeze " + name);
        }
        return ExitCode.DONE;
    }
}
