package org.caravan.cli.plan;

import java.util.List;
import java.util.Optional;
import org.caravan.api.plan.PlanView;
import org.caravan.api.plan.PlanningOrder;
import org.caravan.cli.command.ApplicationChoice;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.PlanText;
import org.caravan.client.PlanningFollower;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        description = "Creates a plan and explains it. Does not change what runs.",
        subcommands = {PlanCommand.PlanLintCommand.class, PlanRejectCommand.class},
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
                : planning.plan(chosen.name(), new PlanningOrder(List.of(), Optional.of(prove)));
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

    @Command(
            name = "lint",
            mixinStandardHelpOptions = true,
            description = "Lists the problems of the latest plan: errors, warnings, advice.",
            exitCodeList = {"0:Neither errors nor warnings; there may be advice.", "1:Errors, or the command failed.", "2:Warnings."},
            footer = {"", "Example: caravan plan lint"})
    static final class PlanLintCommand extends LiveCommand {

        @Mixin
        private ApplicationName application;

        @Option(names = "--plan", paramLabel = "ID", defaultValue = "latest", description = "Id of the plan (default: ${DEFAULT-VALUE}).")
        private String id;

        @Override
        protected int run(Api api) {
            String name = new ApplicationChoice(api).choose(application.named());
            Answer<PlanView> answer = api.get(ApiPath.of("applications", name, "plans", id), PlanView.class);
            PlanView plan = read(answer);
            if (!printedJson(answer.document().path("remarks"))) {
                print(plan);
            }
            if (!PlanText.planned(plan) || has(plan, "ERROR")) {
                return ExitCode.ERROR;
            }
            return has(plan, "WARNING") ? ExitCode.CHANGES_PENDING : ExitCode.DONE;
        }

        private void print(PlanView plan) {
            if (!PlanText.planned(plan)) {
                PlanText.print(plan, terminal());
                return;
            }
            plan.remarks().forEach(remark -> terminal().line(remark.text()));
            if (plan.remarks().isEmpty()) {
                terminal().line("No warnings about plan " + PlanText.shortId(plan.id()) + ".");
            }
        }

        /** The server writes severities in lower case, its documentation in upper case. */
        private static boolean has(PlanView plan, String severity) {
            return plan.remarks().stream().anyMatch(remark -> remark.severity().equalsIgnoreCase(severity));
        }
    }
}
