package org.caravan.cli.plan;

import org.caravan.cli.command.Waiting;
import org.caravan.cli.command.WorldCommand;
import org.caravan.client.Api;
import org.caravan.client.PlanningFollower;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
        name = "deploy",
        mixinStandardHelpOptions = true,
        description = "Creates a plan, shows it, and executes it after approval.",
        footer = {"", "Exit codes: 0 done or nothing to do, 2 not approved or consent missing (--take-over), 1 error, 3 failed and undone, 64 wrong command line.",
            "Example: caravan deploy --auto-approve examples/sock-shop/sock-shop.caravan"})
public final class DeployCommand extends WorldCommand {

    @Mixin
    private ModelsOrName what;

    @Option(names = "--auto-approve", description = "Execute the plan without asking for approval.")
    private boolean autoApprove;

    @Option(names = "--take-over", description = "Allow the plan to replace an application of the same name that another person deployed, or that has no component in common with it.")
    private boolean takeOver;

    @Mixin
    private Waiting waiting;

    @Override
    protected int run(Api api) {
        String name = what.handOver(api);
        JsonNode plan = new PlanningFollower(api, terminal(), json()).plan(name);
        return new PlanCarrier(api, terminal(), json(), autoApprove, waiting, takeOver).carryOut(name, plan);
    }
}
