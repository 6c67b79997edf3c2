package org.caravan.cli;

import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

@Command(
        name = "remove",
        mixinStandardHelpOptions = true,
        description = {
            "Removes an application that was never deployed, or was destroyed: its models and plans; it is on no list any more.",
            "What was done for it stays in the journal and in the audit log."
        },
        footer = {"", "Example: caravan remove sock-shop"})
final class RemoveCommand extends ServerCommand {

    @Mixin
    private ApplicationName application;

    @Override
    int run(Api api) {
        String name = application.required();
        JsonNode none = api.delete(ApiPath.of("applications", name, "model"));
        if (!printedJson(none)) {
            terminal().line("application " + name + " is removed");
        }
        return ExitCode.DONE;
    }
}
