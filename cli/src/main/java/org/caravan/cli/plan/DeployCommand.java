package org.caravan.cli.plan;

import org.caravan.api.plan.PlanView;
import org.caravan.cli.command.ApplicationChoice;
import org.caravan.cli.command.LiveCommand;
import org.caravan.cli.command.WaitOption;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.PlanningFollower;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "deploy",
        mixinStandardHelpOptions = true,
        description = "Creates a plan, shows it, and executes it after approval.",
        exitCodeList = {
            "0:Done, or nothing to do.",
            "1:Error, no placement, or the deployment failed.",
            "2:Not approved, or consent is missing (--take-over).",
            "3:Failed and undone."
        },
        footer = {"",
            "Example: caravan deploy --auto-approve examples/sock-shop/sock-shop.caravan",
            "Example: caravan deploy sock-shop --plan 7f3a91c2d0e4"})
public final class DeployCommand extends LiveCommand {

    @Mixin
    private ApplicationArgument what;

    @Option(names = "--plan", paramLabel = "ID",
            description = "Execute this plan, which waits for approval, instead of a new one: its id, at least 6 digits of it, or latest.")
    private String planId;

    @Option(names = "--auto-approve", description = "Execute the plan without asking for approval.")
    private boolean autoApprove;

    @Option(names = "--take-over",
            description =
            "Allow the plan to replace an application of the same name that another person deployed, or that has no component in common "
            + "with it.")
    private boolean takeOver;

    @Mixin
    private WaitOption waiting;

    @Override
    protected int run(Api api) {
        if (planId != null) {
            return made(api, what.application(api, "--plan"));
        }
        ApplicationChoice.Chosen chosen = what.handOver(api);
        PlanningFollower planning = new PlanningFollower(api, terminal(), json());
        Answer<PlanView> plan = planning.plan(chosen.name(), chosen.planning());
        return new ApproveAndDeploy(api, terminal(), json(), autoApprove, waiting, takeOver)
                .carryOut(chosen.name(), plan, () -> planning.plan(chosen.name()));
    }

    /** A person chose this plan: if it cannot be executed any more, no other one takes its place. */
    private int made(Api api, String application) {
        Answer<PlanView> plan = api.get(ApiPath.of("applications", application, "plans", planId), PlanView.class);
        return new ApproveAndDeploy(api, terminal(), json(), autoApprove, waiting, takeOver).carryOut(application, plan);
    }
}
