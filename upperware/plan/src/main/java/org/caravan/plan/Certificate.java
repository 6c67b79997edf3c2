package org.caravan.plan;

import java.util.Locale;

/**
 * How good a plan is at most short of: no placement that keeps all obligations has less than the bound.
 *
 * @param points of the plan by all goals, moves among them, in hundredths of 1 ms or 1 EUR/month at weight 1; less is better
 * @param bound that no placement can stay below, in the same points; 0 to {@code points}
 */
public record Certificate(long points, long bound) {

    /** Of a plan that nobody compared. */
    public static final Certificate NONE = new Certificate(0, -1);

    public boolean known() {
        return bound >= 0;
    }

    public boolean proved() {
        return bound >= points;
    }

    /** Part of the plan's points that another placement could save at most, 0 to 1. */
    public double gap() {
        return !known() || points == 0 ? 0 : (double) (points - bound) / points;
    }

    /** For example {@code within 0.6 % of the best possible}. */
    @Override
    public String toString() {
        if (!known()) {
            return "";
        }
        // Rounded up: a promise must not be better than what was proved.
        return proved()
                ? "the best possible by its goals, proved"
                : String.format(Locale.ROOT, "within %.1f %% of the best possible by its goals", Math.ceil(gap() * 1_000) / 10);
    }
}
