package org.caravan.client;

import tools.jackson.databind.JsonNode;

/** How a plan is shown to a person. */
public final class PlanText {

    private PlanText() {}

    public static boolean planned(JsonNode plan) {
        return plan.path("outcome").asString().equals("PLANNED");
    }

    public static boolean changes(JsonNode plan) {
        return plan.path("changes").asBoolean();
    }

    public static void print(JsonNode plan, Display display) {
        if (!planned(plan)) {
            display.line("No placement keeps every obligation:");
            plan.path("reasons").forEach(reason -> display.line("  " + reason.asString()));
            plan.path("conflict").path("lines").forEach(line -> display.line(line.asString()));
            return;
        }
        display.line(plan.path("reportText").asString());
        if (!changes(plan)) {
            display.line("Nothing to do: what runs is what this plan asks for.");
            return;
        }
        display.line("Changes of plan " + plan.path("id").asString().substring(0, 12) + " (generation "
                + plan.path("generation").asLong() + ")");
        display.diff(plan.path("diffText").asString());
        display.line("Steps");
        plan.path("stepsText").asString().lines().forEach(step -> display.line("  " + step));
    }
}
