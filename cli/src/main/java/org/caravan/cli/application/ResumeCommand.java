package org.caravan.cli.application;

import org.caravan.api.deployment.DeploymentView;
import org.caravan.cli.command.ApplicationChoice;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.LiveCommand;
import org.caravan.cli.command.WaitOption;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "resume",
        mixinStandardHelpOptions = true,
        description = "Continues the last deployment of an application from the observed state.",
        exitCodeList = {"0:Done.", "1:Error, or the deployment failed.", "3:Failed and undone."},
        footer = {"", "Example: caravan resume sock-shop"})
public final class ResumeCommand extends LiveCommand {

    @Mixin
    private ApplicationName application;

    @Mixin
    private WaitOption waiting;

    @Override
    protected int run(Api api) {
        String name = new ApplicationChoice(api).choose(application.named());
        String id = api.get(ApiPath.of("applications", name, "deployments", "latest"), DeploymentView.class).value().id();
        api.post(ApiPath.of("applications", name, "deployments", id, "resumption"));
        return waiting.follow(api, terminal(), json(), name, id);
    }
}
