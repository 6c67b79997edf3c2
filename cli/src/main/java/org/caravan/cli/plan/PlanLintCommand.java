package org.caravan.cli.plan;

import org.caravan.cli.command.ApplicationChoice;
import org.caravan.cli.command.ApplicationName;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.LiveCommand;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.PlanText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

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
        JsonNode plan = api.get(ApiPath.of("applications", name, "plans", id));
        JsonNode remarks = plan.path("remarks");
        if (!printedJson(remarks)) {
            print(plan, remarks);
        }
        if (!PlanText.planned(plan) || has(remarks, "ERROR")) {
            return ExitCode.ERROR;
        }
        return has(remarks, "WARNING") ? ExitCode.CHANGES_PENDING : ExitCode.DONE;
    }

    private void print(JsonNode plan, JsonNode remarks) {
        if (!PlanText.planned(plan)) {
            PlanText.print(plan, terminal());
            return;
        }
        remarks.forEach(remark -> terminal().line(remark.path("text").asString()));
        if (remarks.isEmpty()) {
            terminal().line("No warnings about plan " + plan.path("id").asString().substring(0, 12) + ".");
        }
    }

    /** The server writes severities in lower case, its documentation in upper case. */
    private static boolean has(JsonNode remarks, String severity) {
        return remarks.valueStream().anyMatch(remark -> remark.path("severity").asString().equalsIgnoreCase(severity));
    }
}
