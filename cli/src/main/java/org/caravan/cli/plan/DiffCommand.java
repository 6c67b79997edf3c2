package org.caravan.cli.plan;

import org.caravan.api.plan.PlanView;
import org.caravan.cli.command.ApplicationChoice;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.PlanText;
import org.caravan.client.PlanningFollower;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the changes of a plan without their reasons. */
@Command(
        name = "diff",
        mixinStandardHelpOptions = true,
        description = "Creates a plan and shows only its differences from the current target. Does not change what runs.",
        exitCodeList = {"0:No changes.", "1:Error, or no placement.", "2:Changes."},
        footer = {"",
            "Example: caravan diff examples/sock-shop/sock-shop.caravan"})
public final class DiffCommand extends LiveCommand {

    @Mixin
    private ApplicationArgument what;

    @Override
    protected int run(Api api) {
        ApplicationChoice.Chosen chosen = what.handOver(api);
        Answer<PlanView> answer = new PlanningFollower(api, terminal(), json()).plan(chosen.name(), chosen.planning());
        PlanView plan = read(answer);
        if (json()) {
            printedJson(PlanText.planned(plan) ? answer.document().path("diff") : answer.document());
        } else if (!PlanText.planned(plan)) {
            PlanText.print(plan, terminal());
        } else {
            terminal().diff(plan.diffText());
        }
        return ExitCode.ofPlan(plan);
    }
}
