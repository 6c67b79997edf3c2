package org.caravan.cli.application;

import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

@Command(
        name = "unfreeze",
        mixinStandardHelpOptions = true,
        description = "Ends the freeze of an application: the server decides by its state from now on.",
        footer = {"", "Example: caravan unfreeze sock-shop"})
public final class UnfreezeCommand extends ServerCommand {

    @Mixin
    private ApplicationName application;

    @Override
    protected int run(Api api) {
        String name = application.required();
        JsonNode now = api.delete(ApiPath.of("applications", name, "freeze"));
        if (!printedJson(now)) {
            terminal().line(name + " is not frozen");
        }
        return ExitCode.DONE;
    }
}
