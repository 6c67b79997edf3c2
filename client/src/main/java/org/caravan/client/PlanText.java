package org.caravan.client;

import java.util.Set;
import java.util.stream.Stream;
import org.caravan.api.plan.PlanView;
import org.caravan.api.plan.PlanView.Outcome;

/** Prints a plan for users. */
public final class PlanText {

    /** Height of a screen, in lines. */
    private static final int SCREEN = 50;
    /** Lines around the report, the changes and the steps. */
    private static final int AROUND = 4;
    private static final int ID_SHOWN = 12;

    private static final Set<String> OBSTACLES = Set.of("image-missing", "image-unfit", "secret-not-set", "model-only");

    /** The planner's text for an unmeasured path between two places. */
    private static final String NO_PATH = "no known path";

    private PlanText() {}

    /** Beginning of the id of a plan, long enough for users and for commands. */
    public static String shortId(String planId) {
        return planId.substring(0, Math.min(ID_SHOWN, planId.length()));
    }

    public static boolean planned(PlanView plan) {
        return plan.outcome() == Outcome.PLANNED;
    }

    public static void print(PlanView plan, Display display) {
        if (!planned(plan)) {
            display.line("No placement keeps every obligation:");
            plan.reasons().forEach(reason -> display.line("  " + reason));
            plan.conflict().ifPresent(conflict -> conflict.lines().forEach(display::line));
            if (plan.reasons().stream().anyMatch(reason -> reason.contains(NO_PATH))) {
                display.line("    Maybe the network was not measured yet: caravan probe --scope quick");
            }
            return;
        }
        display.line(plan.reportText());
        if (!plan.changes()) {
            display.line("Nothing to do: the running state matches this plan.");
            return;
        }
        display.line("Changes of plan " + shortId(plan.id()) + " (generation " + plan.generation() + ")");
        display.diff(plan.diffText());
        display.line("Steps");
        plan.stepsText().lines().forEach(step -> display.line("  " + step));
        printObstacles(plan, display);
    }

    /** Prints obstacles that the planner cannot remove: missing images and secrets, and a take-over of another user's application. */
    private static void printObstacles(PlanView plan, Display display) {
        plan.remarks().stream().filter(remark -> OBSTACLES.contains(remark.code())).forEach(remark -> display.line(remark.text()));
        plan.takesOver().ifPresent(from -> display.line("warning: " + from.text()
                + " [takes-over]\n    Maybe rename yours; if the replacement is intended, deploy it with consent (takeOver)"));
    }

    /** Prints the whole plan if it fits on one screen or the output is not a screen; otherwise a summary and the commands for details. */
    public static void printOnAScreen(PlanView plan, Display display) {
        if (!display.isScreen() || !planned(plan) || plan.screenText().isEmpty() || lines(plan) <= SCREEN) {
            print(plan, display);
            return;
        }
        plan.screenText().lines().forEach(display::line);
        printObstacles(plan, display);
        display.line("All of it: caravan plan --details. Of one component: caravan plan --why " + component(plan)
                + ". Lint: caravan plan lint.");
    }

    private static long lines(PlanView plan) {
        return Stream.of(plan.reportText(), plan.diffText(), plan.stepsText()).mapToLong(text -> text.lines().count()).sum() + AROUND;
    }

    /** First component of the plan, used as an example. */
    private static String component(PlanView plan) {
        return plan.report().flatMap(report -> report.instances().stream().findFirst()).map(reason -> reason.instance())
                .orElse("frontend").replaceFirst(":.*", "");
    }
}
