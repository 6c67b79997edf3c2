package org.caravan.dsl.validation;

import org.eclipse.xtext.validation.ComposedChecks;

/** Combines the rules of the language, grouped by subject. */
@ComposedChecks(
        validators = {
            PropertyRules.class,
            NameRules.class,
            NumberRules.class,
            TextRules.class,
            ChoiceRules.class,
            ComponentRules.class,
            ReplicaRules.class,
            DataRules.class,
            FormulaRules.class,
            MetricRules.class,
            AdaptationRules.class,
            RequestRules.class,
            PatternRules.class,
            UsersRules.class,
            SiteRules.class,
            RentalRules.class,
            SubnetRules.class,
            StageRules.class,
            PowerRules.class,
            CouplingRules.class,
            BandwidthRules.class,
            UtilityRules.class,
            ControlRules.class,
            ReadRules.class,
            ForecastRules.class,
            ForecastUseRules.class,
            RangeRules.class,
            ProfileRules.class,
            ScriptRules.class
        })
public class CaravanValidator extends AbstractCaravanValidator {}
