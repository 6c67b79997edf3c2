package org.caravan.cli.plan;

import org.caravan.api.plan.PlanView;
import org.caravan.cli.command.ApplicationChoice;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.PlanText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "lint",
        mixinStandardHelpOptions = true,
        description = "Lists the problems of the latest plan: errors, warnings, advice.",
        exitCodeList = {"0:Neither errors nor warnings; there may be advice.", "1:Errors, or the command failed.", "2:Warnings."},
        footer = {"", "Example: caravan plan lint"})
final class PlanLintCommand extends LiveCommand {

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
