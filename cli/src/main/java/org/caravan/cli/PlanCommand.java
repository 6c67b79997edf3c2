package org.caravan.cli;

import java.util.Map;
import org.caravan.client.Api;
import org.caravan.client.PlanText;
import org.caravan.client.PlanningFollower;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        description = "Makes a plan and shows it with its reasons; nothing runs differently after it.",
        subcommands = {PlanLintCommand.class, PlanRejectCommand.class},
        footer = {"", "Exit codes: 0 nothing to do, 2 changes pending, 1 error, 64 wrong command line.",
            "Example: caravan plan examples/sock-shop/sock-shop.caravan", "         caravan plan sock-shop --prove 30"})
final class PlanCommand extends WorldCommand {

    @Mixin
    private ModelsOrName what;

    @Option(names = "--details", description = "All of a plan that does not fit one screen.")
    private boolean details;

    @Option(names = "--why", paramLabel = "COMPONENT", description = "Why this component is where it is, what its hops take, and what would move it.")
    private String why;

    @Option(names = "--prove", paramLabel = "SECONDS", arity = "0..1", fallbackValue = "60",
            description = "Has an exact solver prove how good the plan is, in up to so many seconds, 1 to 1800 (${FALLBACK-VALUE}). A better plan that it finds is the plan.")
    private Integer prove;

    @Override
    int run(Api api) {
        String name = what.handOver(api);
        JsonNode plan = new PlanningFollower(api, terminal(), json()).plan(name, prove == null ? Map.of() : Map.of("proveSeconds", prove));
        if (printedJson(plan)) {
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
