package org.caravan.client;

import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Prints a plan for users. */
public final class PlanText {

    /** Height of a screen, in lines. */
    private static final int SCREEN = 50;
    /** Lines around the report, the changes and the steps. */
    private static final int AROUND = 4;

    private static final Set<String> OBSTACLES = Set.of("image-missing", "image-unfit", "secret-not-set");

    /** The planner's text for an unmeasured path between two places. */
    private static final String NO_PATH = "no known path";

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
            if (plan.path("reasons").valueStream().anyMatch(reason -> reason.asString().contains(NO_PATH))) {
                display.line("    Maybe the network was not measured yet: caravan probe --scope quick");
            }
            return;
        }
        display.line(plan.path("reportText").asString());
        if (!changes(plan)) {
            display.line("Nothing to do: the running state matches this plan.");
            return;
        }
        display.line("Changes of plan " + plan.path("id").asString().substring(0, 12) + " (generation "
                + plan.path("generation").asLong() + ")");
        display.diff(plan.path("diffText").asString());
        display.line("Steps");
        plan.path("stepsText").asString().lines().forEach(step -> display.line("  " + step));
        printObstacles(plan, display);
    }

    /** Prints obstacles that the planner cannot remove: missing images and secrets, and a take-over of another user's application. */
    private static void printObstacles(JsonNode plan, Display display) {
        plan.path("remarks").valueStream().filter(remark -> OBSTACLES.contains(remark.path("code").asString()))
                .forEach(remark -> display.line(remark.path("text").asString()));
        if (takesOver(plan)) {
            display.line("warning: " + plan.path("takesOver").path("text").asString()
                    + " [takes-over]\n    Maybe rename yours; if the replacement is intended, deploy it with consent (takeOver)");
        }
    }

    /** Whether the plan replaces an application of another user, which requires consent. */
    public static boolean takesOver(JsonNode plan) {
        return plan.path("takesOver").isObject();
    }

    /** Prints the whole plan if it fits on one screen or the output is not a screen; otherwise a summary and the commands for details. */
    public static void printOnAScreen(JsonNode plan, Display display) {
        String screen = plan.path("screenText").asString("");
        if (!display.isScreen() || !planned(plan) || screen.isEmpty() || lines(plan) <= SCREEN) {
            print(plan, display);
            return;
        }
        screen.lines().forEach(display::line);
        printObstacles(plan, display);
        display.line("All of it: caravan plan --details. Of one component: caravan plan --why " + component(plan)
                + ". Lint: caravan plan lint.");
    }

    private static long lines(JsonNode plan) {
        return Stream.of("reportText", "diffText", "stepsText").mapToLong(text -> plan.path(text).asString("").lines().count()).sum()
                + AROUND;
    }

    /** First component of the plan, used as an example. */
    private static String component(JsonNode plan) {
        return plan.path("report").path("instances").path(0).path("instance").asString("frontend").replaceFirst(":.*", "");
    }
}
