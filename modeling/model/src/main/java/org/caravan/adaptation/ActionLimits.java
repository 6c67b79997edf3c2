package org.caravan.adaptation;

import java.util.Optional;

/**
 * Limits that the owner of an application sets for what the server does by itself. Those of the operator apply as well: the stricter one
 * counts. Empty where the owner sets none.
 *
 * @param coolDownSeconds time between two automatic actions, above 0
 * @param movesPerHour copies that run well and change their host within any hour, at least 0
 * @param flapBudget starts plus stops of copies within any hour, which is the period of the operator's budget, at least 0
 * @param unavailableAtOnce copies of one component at one site that a plan may disturb at once, at least 0
 * @param mostDisruption copies that run well and that a plan may disturb for each copy that it gains, at least 0
 * @param maintenance when plans may disturb copies that run well
 */
public record ActionLimits(Optional<Double> coolDownSeconds, Optional<Integer> movesPerHour, Optional<Integer> flapBudget,
        Optional<Integer> unavailableAtOnce, Optional<Integer> mostDisruption, Optional<MaintenanceWindow> maintenance) {

    public static final ActionLimits NONE = new ActionLimits(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
            Optional.empty(), Optional.empty());

    public ActionLimits {
        coolDownSeconds.filter(seconds -> !(seconds > 0)).ifPresent(ActionLimits::refuse);
        movesPerHour.filter(count -> count < 0).ifPresent(ActionLimits::refuse);
        flapBudget.filter(count -> count < 0).ifPresent(ActionLimits::refuse);
        unavailableAtOnce.filter(count -> count < 0).ifPresent(ActionLimits::refuse);
        mostDisruption.filter(count -> count < 0).ifPresent(ActionLimits::refuse);
    }

    private static void refuse(Number value) {
        throw new IllegalArgumentException("a limit of automatic actions is not negative, and a cool-down is above 0: " + value);
    }
}
