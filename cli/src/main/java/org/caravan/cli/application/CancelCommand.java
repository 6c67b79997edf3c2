package org.caravan.cli.application;

import org.caravan.api.deployment.DeploymentView;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.DeploymentEnd;
import org.caravan.client.DeploymentFollower;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "cancel",
        mixinStandardHelpOptions = true,
        description = {
            "Cancels a running deployment. Steps that have started run to their end; no further step starts.",
            "With `on failure undo` in the model the deployment is undone; otherwise it is held, and can be resumed or rolled back."
        },
        exitCodeList = {"0:The deployment is held or undone, as its model says.", "1:Error, or the undo failed."},
        footer = {"",
            "Example: caravan cancel sock-shop"})
public final class CancelCommand extends LiveCommand {

    @Mixin
    private ApplicationName application;

    @Parameters(index = "1", paramLabel = "DEPLOYMENT", arity = "0..1", defaultValue = "latest",
            description = "Id of the deployment (default: the newest).")
    private String deployment;

    /** A held or undone deployment is the requested result; a failed undo is an error. */
    @Override
    protected int run(Api api) {
        String name = application.required();
        String id = api.delete(ApiPath.of("applications", name, "deployments", deployment), DeploymentView.class).value().id();
        DeploymentEnd end = new DeploymentFollower(api, terminal(), json()).follow(name, id);
        boolean wayBackFailed = end == DeploymentEnd.FAILED
                && api.get(ApiPath.of("applications", name, "deployments", id), DeploymentView.class).value().undoPlanId().isPresent();
        return wayBackFailed ? ExitCode.ERROR : ExitCode.DONE;
    }
}
