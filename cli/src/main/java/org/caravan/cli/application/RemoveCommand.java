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
        name = "remove",
        mixinStandardHelpOptions = true,
        description = {
            "Removes the models and plans of an application that was never deployed or is destroyed.",
            "The journal and the audit log keep their entries."
        },
        footer = {"", "Example: caravan remove sock-shop"})
public final class RemoveCommand extends ServerCommand {

    @Mixin
    private ApplicationName application;

    @Override
    protected int run(Api api) {
        String name = application.required();
        JsonNode none = api.delete(ApiPath.of("applications", name, "model"));
        if (!printedJson(none)) {
            terminal().line("application " + name + " is removed");
        }
        return ExitCode.DONE;
    }
}
