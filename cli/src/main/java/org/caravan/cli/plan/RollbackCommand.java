package org.caravan.cli.plan;

import java.util.Optional;
import org.caravan.api.plan.PlanView;
import org.caravan.api.plan.RollbackOrder;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.LiveCommand;
import org.caravan.cli.command.WaitOption;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "rollback",
        mixinStandardHelpOptions = true,
        description = "Returns to an earlier plan: shows the changes and executes them after approval.",
        exitCodeList = {"0:Done, or nothing to do.", "1:Error, or the deployment failed.", "2:Not approved.", "3:Failed and undone."},
        footer = {"",
            "Example: caravan rollback sock-shop --to 3"})
public final class RollbackCommand extends LiveCommand {

    @Mixin
    private ApplicationName application;

    @Option(names = "--to", paramLabel = "PLAN",
            description =
                    "Generation of the plan, or at least 6 digits of its id, as listed by `caravan plans` (default: the previous plan).")
    private String to;

    @Option(names = "--auto-approve", description = "Execute without asking for approval.")
    private boolean autoApprove;

    @Option(names = "--take-over",
            description = "Allow the return to a plan of another person, or to one that has no component in common with what runs.")
    private boolean takeOver;

    @Mixin
    private WaitOption waiting;

    @Override
    protected int run(Api api) {
        String name = application.required();
        return new ApproveAndDeploy(api, terminal(), json(), autoApprove, waiting, takeOver)
                .carryOut(name, plan(api, name), "rollback", () -> plan(api, name));
    }

    private Answer<PlanView> plan(Api api, String name) {
        return api.post(ApiPath.of("applications", name, "rollback"), new RollbackOrder(Optional.ofNullable(to)), PlanView.class);
    }
}
