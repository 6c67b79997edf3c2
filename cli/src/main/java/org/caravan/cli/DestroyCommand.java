package org.caravan.cli;

import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
        name = "destroy",
        mixinStandardHelpOptions = true,
        description = "Removes every copy of an application and the data in them.",
        footer = {"", "Exit codes: 0 removed, 2 not approved, 1 error, 64 wrong command line.", "Example: caravan destroy sock-shop"})
final class DestroyCommand extends ServerCommand {

    @Parameters(paramLabel = "APPLICATION", description = "Its name; never guessed.")
    private String application;

    @Option(names = "--auto-approve", description = "Do it without asking.")
    private boolean autoApprove;

    @Mixin
    private Waiting waiting;

    @Override
    int run(Api api) {
        if (!autoApprove) {
            JsonNode status = api.get(ApiPath.of("applications", application));
            // Who reads JSON is a machine, and is not asked.
            if (printedJson(status) || !approved(status)) {
                return ExitCode.CHANGES_PENDING;
            }
        }
        String deploymentId = api.delete(ApiPath.of("applications", application)).path("deploymentId").asString();
        return waiting.follow(api, terminal(), json(), application, deploymentId);
    }

    private boolean approved(JsonNode status) {
        terminal().line("This removes " + status.path("instances").size() + " instances of " + application + " and their data.");
        return Approval.asked(terminal(), "Type the application's name to go on: ", application::equals);
    }
}
