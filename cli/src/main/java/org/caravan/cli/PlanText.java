package org.caravan.cli;

import tools.jackson.databind.JsonNode;

/** How a plan is shown to a person. */
final class PlanText {

    private PlanText() {}

    static boolean planned(JsonNode plan) {
        return plan.path("outcome").asString().equals("PLANNED");
    }

    static boolean changes(JsonNode plan) {
        return plan.path("changes").asBoolean();
    }

    static int exitCode(JsonNode plan) {
        if (!planned(plan)) {
            return ExitCode.ERROR;
        }
        return changes(plan) ? ExitCode.CHANGES_PENDING : ExitCode.DONE;
    }

    static void print(JsonNode plan, Terminal terminal) {
        if (!planned(plan)) {
            terminal.line("No placement keeps every obligation:");
            plan.path("reasons").forEach(reason -> terminal.line("  " + reason.asString()));
            return;
        }
        terminal.line(plan.path("reportText").asString());
        if (!changes(plan)) {
            terminal.line("Nothing to do: what runs is what this plan asks for.");
            return;
        }
        terminal.line("Changes of plan " + plan.path("id").asString().substring(0, 12) + " (generation "
                + plan.path("generation").asLong() + ")");
        terminal.diff(plan.path("diffText").asString());
        terminal.line("Steps");
        plan.path("stepsText").asString().lines().forEach(step -> terminal.line("  " + step));
    }
}
