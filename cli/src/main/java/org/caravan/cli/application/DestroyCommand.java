package org.caravan.cli.application;

import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.Waiting;
import org.caravan.cli.command.WorldCommand;
import org.caravan.cli.plan.Approval;
import org.caravan.cli.plan.HostPrices;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
        name = "destroy",
        mixinStandardHelpOptions = true,
        description = "Removes all copies of an application, including their data.",
        footer = {"", "Exit codes: 0 removed, 2 not approved, 1 error, 64 wrong command line.",
            "Example: caravan destroy sock-shop"})
public final class DestroyCommand extends WorldCommand {

    @Mixin
    private ApplicationName application;

    @Option(names = "--auto-approve", description = "Remove without asking for approval.")
    private boolean autoApprove;

    @Mixin
    private Waiting waiting;

    @Override
    protected int run(Api api) {
        String name = application.required();
        if (!autoApprove) {
            JsonNode status = api.get(ApiPath.of("applications", name));
            // JSON output is for programs, which cannot answer a question.
            if (printedJson(status) || !approved(name, status)) {
                return ExitCode.CHANGES_PENDING;
            }
        }
        String deploymentId = api.delete(ApiPath.of("applications", name)).path("deploymentId").asString();
        return waiting.follow(api, terminal(), json(), name, deploymentId);
    }

    private boolean approved(String name, JsonNode status) {
        terminal().line("This removes " + status.path("instances").size() + " instances of " + name + " and their data.");
        HostPrices.afterwards(status).forEach(terminal()::line);
        return Approval.asked(terminal(), "Type the application's name to continue: ", name::equals);
    }
}
