package org.caravan.cli.plan;

import java.util.Map;
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
import picocli.CommandLine.Option;

@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        description = "Creates a plan and explains it. Does not change what runs.",
        subcommands = {PlanLintCommand.class, PlanRejectCommand.class},
        exitCodeList = {"0:Nothing to do.", "1:Error, or no placement.", "2:Changes pending."},
        footer = {"",
            "Example: caravan plan examples/sock-shop/sock-shop.caravan", "         caravan plan sock-shop --prove 30"})
public final class PlanCommand extends LiveCommand {

    @Mixin
    private ApplicationArgument what;

    @Option(names = "--details", description = "Print the whole plan instead of one screen.")
    private boolean details;

    @Option(names = "--why", paramLabel = "COMPONENT",
            description = "Explain the placement of this component: its alternatives, the latency of its hops, and what would move it.")
    private String why;

    @Option(names = "--prove", paramLabel = "SECONDS", arity = "0..1", fallbackValue = "60",
            description =
                    "Run an exact solver for up to SECONDS, 1 to 1800 (default: ${FALLBACK-VALUE}), to prove the quality of the plan. "
                    + "Uses the solver's plan if it is better.")
    private Integer prove;

    @Override
    protected int run(Api api) {
        ApplicationChoice.Chosen chosen = what.handOver(api);
        PlanningFollower planning = new PlanningFollower(api, terminal(), json());
        Answer<PlanView> answer = prove == null ? planning.plan(chosen.name(), chosen.planning())
                : planning.plan(chosen.name(), Map.of("proveSeconds", prove));
        PlanView plan = read(answer);
        if (printedJson(answer)) {
            return ExitCode.ofPlan(plan);
        }
        if (why != null) {
            new ComponentReasons(plan, why).print(terminal());
        } else if (details) {
            PlanText.print(plan, terminal());
        } else {
            PlanText.printOnAScreen(plan, terminal());
        }
        return ExitCode.ofPlan(plan);
    }
}
