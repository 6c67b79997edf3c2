package org.caravan.rules;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.caravan.adaptation.ActionLimits;
import org.caravan.adaptation.MaintenanceWindow;

/**
 * Limits of what the server does by itself to one application. A pure function of the past, so that all servers agree.
 *
 * @param coolDown time between two actions
 * @param movesPerHour copies that run well and change their host within any hour
 * @param flapBudget starts plus stops of copies within any {@code flapPeriod}; limits oscillation within all other limits
 * @param flapPeriod period of the flap budget
 * @param unavailableAtOnce copies of one component at one site that are unavailable or disturbed at once
 * @param mostDisruption copies that run well and that a plan may disturb for each copy that it gains. Therefore any chain of actions
 *     disturbs at most this many times the number of copies that it gained, and copies are gained only after they were lost
 * @param maintenance when plans may disturb copies that run well: only in the common part of these windows; empty for any time
 * @param budgetCents cost of the application per month, in euro cents, above which no plan may raise it; empty for no budget
 */
public record Limits(Duration coolDown, int movesPerHour, int flapBudget, Duration flapPeriod, int unavailableAtOnce, int mostDisruption,
        List<MaintenanceWindow> maintenance, Optional<Long> budgetCents) {

    public static final Limits DEFAULT = new Limits(Duration.ofSeconds(30), 10, 200, Duration.ofHours(1), 1, 2);
    private static final Duration HOUR = Duration.ofHours(1);
    /** Begins of windows that are tried before two windows count as without a common part. */
    private static final int MOST_BEGINS = 20;

    public Limits {
        maintenance = List.copyOf(maintenance);
        if (coolDown.isNegative() || movesPerHour < 0 || flapBudget < 0 || flapPeriod.isNegative() || flapPeriod.isZero()
                || unavailableAtOnce < 0 || mostDisruption < 0) {
            throw new IllegalArgumentException("limits of adaptation are not negative: " + coolDown + ", " + movesPerHour + ", "
                    + flapBudget
                    + ", " + flapPeriod + ", " + unavailableAtOnce + ", " + mostDisruption);
        }
    }

    /** Without a maintenance window and a budget. */
    public Limits(Duration coolDown, int movesPerHour, int flapBudget, Duration flapPeriod, int unavailableAtOnce, int mostDisruption) {
        this(coolDown, movesPerHour, flapBudget, flapPeriod, unavailableAtOnce, mostDisruption, List.of(), Optional.empty());
    }

    public Limits within(Optional<MaintenanceWindow> window) {
        return new Limits(coolDown, movesPerHour, flapBudget, flapPeriod, unavailableAtOnce, mostDisruption, window.stream().toList(),
                budgetCents);
    }

    /** With the limits of the owner of an application: of each two, the stricter one. */
    public Limits and(ActionLimits owner) {
        if (owner.equals(ActionLimits.NONE)) {
            return this;
        }
        Duration ownCoolDown = owner.coolDownSeconds().map(seconds -> Duration.ofMillis(Math.round(seconds * 1000))).orElse(Duration.ZERO);
        return new Limits(coolDown.compareTo(ownCoolDown) < 0 ? ownCoolDown : coolDown,
                Math.min(movesPerHour, owner.movesPerHour().orElse(movesPerHour)),
                Math.min(flapBudget, owner.flapBudget().orElse(flapBudget)), flapPeriod,
                Math.min(unavailableAtOnce, owner.unavailableAtOnce().orElse(unavailableAtOnce)),
                Math.min(mostDisruption, owner.mostDisruption().orElse(mostDisruption)),
                Stream.concat(maintenance.stream(), owner.maintenance().stream()).toList(), budgetCents);
    }

    /** @param cents per month; empty for no budget */
    public Limits spending(Optional<Long> cents) {
        return new Limits(coolDown, movesPerHour, flapBudget, flapPeriod, unavailableAtOnce, mostDisruption, maintenance, cents);
    }

    /** A freeze of an application by a person. @param reason empty for none */
    public record Freeze(Instant since, String by, String reason) {

        public Limit limit() {
            return new Limit("freeze", "The application is frozen by " + by + " since " + since
                    + (reason.isEmpty() ? "." : ": " + reason + "."), Optional.empty());
        }
    }

    /** Limits that apply whatever the plan is, so that none is made without success. */
    public Optional<Limit> beforePlanning(Optional<Freeze> freeze, List<PastAction> past, Instant now) {
        return freeze.map(Freeze::limit).or(() -> past.stream().map(PastAction::at).max(Comparator.naturalOrder())
                .map(latest -> latest.plus(coolDown)).filter(now::isBefore)
                .map(end -> new Limit("cool-down", "The latest action for this application was less than " + coolDown.toSeconds()
                        + " s ago.", Optional.of(end))));
    }

    /**
     * Limits of a plan.
     *
     * @param replicas number of copies per component in the plan
     * @param minima minimum number of copies per component in the model
     */
    public Optional<Limit> ofPlan(Effort effort, Disruption disruption, Map<String, Integer> replicas, Map<String, Integer> minima,
            List<PastAction> past, Instant now) {
        return belowMinimum(replicas, minima).or(() -> unavailable(disruption)).or(() -> gain(disruption))
                .or(() -> outsideMaintenance(disruption, now))
                .or(() -> moves(effort, past, now)).or(() -> flaps(effort, past, now));
    }

    /**
     * The budget. A plan that does not raise the cost is allowed even above it.
     *
     * @param before cost per month, in euro cents
     */
    public Optional<Limit> ofCost(long before, long after) {
        return budgetCents.filter(budget -> after > budget && after > before).map(budget -> new Limit("budget", String.format(Locale.ROOT,
                "The plan raises the cost from %.2f to %.2f EUR/month; the budget is %.2f EUR/month.", before / 100.0, after / 100.0,
                budget / 100.0), Optional.empty()));
    }

    private static Optional<Limit> belowMinimum(Map<String, Integer> replicas, Map<String, Integer> minima) {
        return new TreeMap<>(minima).entrySet().stream().filter(minimum -> replicas.getOrDefault(minimum.getKey(),
                0) < minimum.getValue()).findFirst()
                .map(minimum -> new Limit("minimum-replicas", "The plan has " + replicas.getOrDefault(minimum.getKey(), 0)
                        + " copies of " + minimum.getKey()
                        + "; the model requires at least " + minimum.getValue() + ".", Optional.empty()));
    }

    private Optional<Limit> unavailable(Disruption disruption) {
        return disruption.disturbed().entrySet().stream()
                .filter(place -> place.getValue() + disruption.lost().getOrDefault(place.getKey(), 0) > unavailableAtOnce).findFirst()
                .map(place -> new Limit("unavailable-at-once", "The plan disturbs " + place.getValue() + " running copies of "
                        + place.getKey() + ", where " + disruption.lost().getOrDefault(place.getKey(), 0) + " are lost; the limit is "
                        + unavailableAtOnce + " unavailable at once.", Optional.empty()));
    }

    private Optional<Limit> gain(Disruption disruption) {
        return disruption.copies() > (long) mostDisruption * disruption.gained() ? Optional.of(new Limit("minimum-gain",
                "The plan disturbs " + disruption.copies() + " running copies to gain " + disruption.gained() + "; the limit is "
                + mostDisruption + " for each.", Optional.empty())) : Optional.empty();
    }

    private Optional<Limit> outsideMaintenance(Disruption disruption, Instant now) {
        return disruption.copies() == 0 || inMaintenance(now) ? Optional.empty() : Optional.of(new Limit("maintenance-window",
                "The plan disturbs " + disruption.copies() + " running copies outside of the maintenance window.", nextMaintenance(now)));
    }

    private boolean inMaintenance(Instant now) {
        return maintenance.stream().allMatch(window -> window.contains(now));
    }

    /** The earliest time that is within all windows; empty if they have no common part in the next weeks. */
    private Optional<Instant> nextMaintenance(Instant now) {
        Instant next = now;
        for (int i = 0; i < MOST_BEGINS && !inMaintenance(next); i++) {
            for (MaintenanceWindow window : maintenance) {
                next = window.next(next);
            }
        }
        return inMaintenance(next) ? Optional.of(next) : Optional.empty();
    }

    private Optional<Limit> moves(Effort effort, List<PastAction> past, Instant now) {
        int before = since(past, now.minus(HOUR)).stream().mapToInt(action -> action.effort().moves()).sum();
        return effort.moves() > 0 && before + effort.moves() > movesPerHour ? Optional.of(new Limit("moves-per-hour", "The plan moves "
                + effort.moves()
                + " copies that run well, after " + before + " in the past hour; the limit is " + movesPerHour + ".",
                effort.moves() > movesPerHour ? Optional.empty() : oldest(past, now.minus(HOUR)).map(at -> at.plus(HOUR))))
                        : Optional.empty();
    }

    private Optional<Limit> flaps(Effort effort, List<PastAction> past, Instant now) {
        int before = since(past, now.minus(flapPeriod)).stream().mapToInt(action -> action.effort().flaps()).sum();
        return effort.flaps() > 0 && before + effort.flaps() > flapBudget ? Optional.of(new Limit("flap-budget",
                "The plan starts and stops " + effort.flaps()
                + " copies, after " + before + " in the past " + flapPeriod.toMinutes() + " min; the limit is " + flapBudget + ".",
                effort.flaps() > flapBudget ? Optional.empty() : oldest(past, now.minus(flapPeriod)).map(at -> at.plus(flapPeriod))))
                        : Optional.empty();
    }

    private static List<PastAction> since(List<PastAction> past, Instant begin) {
        return past.stream().filter(action -> action.at().isAfter(begin)).toList();
    }

    private static Optional<Instant> oldest(List<PastAction> past, Instant begin) {
        return since(past, begin).stream().map(PastAction::at).min(Comparator.naturalOrder());
    }
}
