package org.caravan.server;

import java.time.Duration;
import java.util.Optional;
import org.caravan.rules.Limits;
import org.caravan.adaptation.MaintenanceWindow;
import org.caravan.rules.RuleSettings;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of adaptation, {@code caravan.adaptation.*}.
 *
 * @param every interval of looks at the hosts of applications, at least 1 s; zero: the server does not adapt by itself
 * @param lookTimeout time limit of one look at a near host, after which the host counts as silent unless it accepts a connection; longer on
 *     a path with a long measured round trip; at least 100 ms
 * @param lostAfter silence from which a host counts as lost, at least 1 s
 * @param lostWitnessed the same for a host if another host of its site answered in the meantime, at least 1 s
 * @param mostSilent share of silent hosts, 0 to 1, above which the fault is on the side of the server
 * @param unsettled how long automatic plans avoid a host that was silent and answers again
 * @param coolDown time between two automatic actions for one application
 * @param movesPerHour copies of one application that run well and that automatic plans move within any hour
 * @param flapBudget starts plus stops of copies of one application by automatic plans within any hour
 * @param unavailableAtOnce copies of one component at one site that run well and that an automatic plan moves or recreates at once
 * @param mostDisruption copies that run well and that an automatic plan may disturb for each copy that it gains
 * @param proposalDeadline time after which a proposal expires, at least 1 min
 * @param predictionError error of a predicted latency above which the server only proposes plans for the application: measured by predicted
 *     minus 1, without its sign; 0 for no limit
 * @param maintenance when automatic plans may disturb copies that run well, for example {@code SAT-SUN 02:00-05:00 Europe/Oslo}; empty for
 *     any time
 * @param budget cost of an application in EUR per month above which no automatic plan may raise it; 0 for no budget
 * @param costs rules about costs
 * @param paths rule about paths that are cut or much slower
 * @param users rule about users who move
 */
public record AdaptationSettings(
        @DefaultValue("3s") Duration every,
        @DefaultValue("1500ms") Duration lookTimeout,
        @DefaultValue("7s") Duration lostAfter,
        @DefaultValue("5s") Duration lostWitnessed,
        @DefaultValue("0.5") double mostSilent,
        @DefaultValue("10m") Duration unsettled,
        @DefaultValue("30s") Duration coolDown,
        @DefaultValue("10") int movesPerHour,
        @DefaultValue("200") int flapBudget,
        @DefaultValue("1") int unavailableAtOnce,
        @DefaultValue("2") int mostDisruption,
        @DefaultValue("1h") Duration proposalDeadline,
        @DefaultValue("0") double predictionError,
        @DefaultValue("") String maintenance,
        @DefaultValue("0") double budget,
        @DefaultValue CostSettings costs,
        @DefaultValue PathSettings paths,
        @DefaultValue UsersSettings users) {

    public AdaptationSettings {
        if (!every.isZero() && every.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("Hosts cannot be looked at every (" + every + "): caravan.adaptation.every is at least 1s.\n"
                    + "Maybe use 3s, or 0s so that the server does not adapt by itself.");
        }
        if (lookTimeout.compareTo(Duration.ofMillis(100)) < 0 || lostAfter.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("A host cannot be lost after (" + lostAfter + ") with looks of (" + lookTimeout
                    + "): caravan.adaptation.lost-after is at least 1s, caravan.adaptation.look-timeout at least 100ms.\nMaybe use 7s "
                            + "and 1500ms.");
        }
        if (lostWitnessed.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("A host beside others of its site cannot be lost after (" + lostWitnessed
                    + "): caravan.adaptation.lost-witnessed is at least 1s.\nMaybe use 5s.");
        }
        if (!(mostSilent >= 0 && mostSilent <= 1)) {
            throw new IllegalArgumentException("The share caravan.adaptation.most-silent (" + mostSilent
                    + ") is not 0 to 1.\nMaybe use 0.5.");
        }
        if (!(predictionError >= 0)) {
            throw new IllegalArgumentException("The error caravan.adaptation.prediction-error (" + predictionError
                    + ") is negative.\nMaybe use 0.5 for half of the prediction, or 0 for no limit.");
        }
        if (!(budget >= 0)) {
            throw new IllegalArgumentException("The budget caravan.adaptation.budget (" + budget
                    + ") is negative.\nMaybe use 0 for none.");
        }
        if (!maintenance.isEmpty()) {
            MaintenanceWindow.parse(maintenance);
        }
        if (proposalDeadline.compareTo(Duration.ofMinutes(1)) < 0) {
            throw new IllegalArgumentException("A proposal cannot expire after (" + proposalDeadline
                    + "): caravan.adaptation.proposal-deadline is at least 1m.\nMaybe use 1h.");
        }
        if (coolDown.isNegative() || movesPerHour < 0 || flapBudget < 0 || unsettled.isNegative() || unavailableAtOnce < 0
                || mostDisruption < 0) {
            throw new IllegalArgumentException("A limit of caravan.adaptation is negative.\nMaybe use 0 for none of it.");
        }
    }

    public boolean used() {
        return !every.isZero();
    }

    public RuleSettings rules() {
        return new RuleSettings(lostAfter, lostWitnessed, RuleSettings.DEFAULT.lostLooks(), mostSilent,
                RuleSettings.DEFAULT.gap().plus(every), unsettled);
    }

    public Limits limits() {
        return new Limits(coolDown, movesPerHour, flapBudget, Duration.ofHours(1), unavailableAtOnce, mostDisruption)
                .within(maintenance.isEmpty() ? Optional.empty() : Optional.of(MaintenanceWindow.parse(maintenance)))
                .spending(budget == 0 ? Optional.empty() : Optional.of(Math.round(budget * 100)));
    }
}
