package org.caravan.cli.application;

import java.util.Map;
import org.caravan.cli.command.ApplicationChoice;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.Waiting;
import org.caravan.cli.command.WorldCommand;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "resume",
        mixinStandardHelpOptions = true,
        description = "Continues the last deployment of an application from the observed state.",
        footer = {"", "Example: caravan resume sock-shop"})
public final class ResumeCommand extends WorldCommand {

    @Mixin
    private ApplicationName application;

    @Mixin
    private Waiting waiting;

    @Override
    protected int run(Api api) {
        String name = new ApplicationChoice(api).choose(application.named());
        String id = api.get(ApiPath.of("applications", name, "deployments", "latest")).path("id").asString();
        api.post(ApiPath.of("applications", name, "deployments", id, "resumption"), Map.of());
        return waiting.follow(api, terminal(), json(), name, id);
    }
}
