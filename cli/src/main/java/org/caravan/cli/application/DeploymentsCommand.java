package org.caravan.cli.application;

import java.util.List;
import java.util.Locale;
import org.caravan.api.deployment.DeploymentView;
import org.caravan.cli.command.ApplicationChoice;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.cli.command.WaitOption;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
            String latest = api.get(ApiPath.of("applications", name, "deployments", "latest"), DeploymentView.class).value().id();
            return new WaitOption(true).follow(api, terminal(), json(), name, latest);
        }
        Answer<List<DeploymentView>> answer = api.list(ApiPath.of("applications", name, "deployments"), DeploymentView.class);
        if (!printedJson(answer)) {
            List<DeploymentView> deployments = answer.value();
            sayIfNone(deployments, "no deployments yet\n    Maybe start one: caravan deploy " + name);
            for (int i = deployments.size() - 1; i >= 0; i--) {
                print(deployments.get(i));
            }
        }
        return ExitCode.DONE;
    }

    private void print(DeploymentView deployment) {
        terminal().line("deployment " + deployment.id() + " "
                + deployment.state().toLowerCase(Locale.ROOT));
        deployment.steps().forEach(step ->
                terminal().line(String.format("  %-7s %s", step.state(), step.text())));
    }
}
