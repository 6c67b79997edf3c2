package org.caravan.cli.application;

import java.util.Locale;
import org.caravan.cli.command.ApplicationChoice;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.cli.command.WaitOption;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
        name = "deployments",
        mixinStandardHelpOptions = true,
        description = "Lists the deployments of an application with their steps, oldest first.",
        exitCodeList = {
            "0:Listed; with --follow: done.",
            "1:Error; with --follow: the deployment failed.",
            "3:With --follow: failed and undone."
        },
        footer = {"",
            "Example: caravan deployments sock-shop"})
public final class DeploymentsCommand extends LiveCommand {

    @Mixin
    private ApplicationName application;

    @Option(names = {"-f", "--follow"}, description = "Show the latest deployment only, and follow it until it ends.")
    private boolean follow;

    @Override
    protected int run(Api api) {
        String name = new ApplicationChoice(api).choose(application.named());
        if (follow) {
            String latest = api.get(ApiPath.of("applications", name, "deployments", "latest")).path("id").asString();
            return new WaitOption(true).follow(api, terminal(), json(), name, latest);
        }
        JsonNode deployments = api.all(ApiPath.of("applications", name, "deployments"));
        if (!printedJson(deployments)) {
            sayIfNone(deployments, "no deployments yet\n    Maybe start one: caravan deploy " + name);
            for (int i = deployments.size() - 1; i >= 0; i--) {
                print(deployments.get(i));
            }
        }
        return ExitCode.DONE;
    }

    private void print(JsonNode deployment) {
        terminal().line("deployment " + deployment.path("id").asString() + " "
                + deployment.path("state").asString().toLowerCase(Locale.ROOT));
        deployment.path("steps").forEach(step ->
                terminal().line(String.format("  %-7s %s", step.path("state").asString(), step.path("text").asString())));
    }
}
