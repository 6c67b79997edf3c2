package org.caravan.server;

import java.time.Duration;
import org.caravan.rules.model.ScaleLimits;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the rules of models, {@code caravan.rules.*}.
 *
 * @param every interval of evaluation, at least 1 s; zero: rules of models have no effect
 * @param scaleOutCoolDown time after a change of the number of replicas before a rule adds further ones
 * @param scaleInCoolDown time after a removal of replicas before a rule removes further ones
 * @param stabilisation time after an addition of replicas before a rule removes some
 * @param restartCoolDown time after a restart of a copy by a rule before rules of the same application restart another one
 * @param preparation time that planning takes until replicas are created; replicas that a forecast needs are requested by this time, one
 *     interval of evaluation and their learned start time before they are needed
 */
public record ModelRuleSettings(
        @DefaultValue("5s") Duration every,
        @DefaultValue("30s") Duration scaleOutCoolDown,
        @DefaultValue("60s") Duration scaleInCoolDown,
        @DefaultValue("2m") Duration stabilisation,
        @DefaultValue("5m") Duration restartCoolDown,
        @DefaultValue("15s") Duration preparation) {

    public ModelRuleSettings {
        if (!every.isZero() && every.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("Rules of models cannot be evaluated every (" + every
                    + "): caravan.rules.every is at least 1s.\nMaybe use 5s, or 0s so that they have no effect.");
        }
        if (scaleOutCoolDown.isNegative() || scaleInCoolDown.isNegative() || stabilisation.isNegative()
                || restartCoolDown.isNegative() || preparation.isNegative()) {
            throw new IllegalArgumentException("A limit of caravan.rules is negative.\nMaybe use 0s for none of it.");
        }
    }

    public boolean used() {
        return !every.isZero();
    }

    public ScaleLimits limits() {
        return new ScaleLimits(scaleOutCoolDown, scaleInCoolDown, stabilisation);
    }
}
