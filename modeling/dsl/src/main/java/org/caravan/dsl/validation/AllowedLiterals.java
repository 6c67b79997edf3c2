package org.caravan.dsl.validation;

import java.util.List;
import org.caravan.dsl.caravan.AmountFactor;
import org.caravan.dsl.caravan.Quantity;
import org.caravan.formula.Units;
import org.eclipse.emf.ecore.EObject;

/** Literals and units that the rules accept; editors propose them. */
public final class AllowedLiterals {

    private AllowedLiterals() {}

    /** @return words allowed for a feature of a grammar rule; empty if any name is allowed */
    public static List<String> words(String rule, String feature) {
        return switch (rule + "." + feature) {
            case "FormDeclaration.architectures", "HostTypeDeclaration.architecture" -> ChoiceRules.ARCHITECTURES;
            case "FormDeclaration.gpuVendor", "HostTypeDeclaration.gpuVendor" -> ChoiceRules.GPU_VENDORS;
            case "FormDeclaration.kind" -> ChoiceRules.FORMS;
            case "SiteDeclaration.kind" -> ChoiceRules.KINDS;
            case "UsersDeclaration.family" -> ChoiceRules.FAMILIES;
            case "LocationDeclaration.apartBy" -> ChoiceRules.APART_BY;
            case "LocationDeclaration.place", "PreferenceDeclaration.place" -> CouplingRules.PLACES;
            case "ApplicationDeclaration.onFailure" -> ChoiceRules.ON_FAILURE;
            case "MetricDeclaration.sensor" -> MetricRules.SENSORS;
            case "MetricDeclaration.aggregate" -> MetricRules.AGGREGATES;
            case "MetricDeclaration.unit" -> Units.names();
            case "PlanVariableDeclaration.property" -> MetricRules.PROPERTIES;
            case "CallFactor.function" -> FormulaRules.FUNCTIONS;
            case "ScaleAction.direction" -> AdaptationRules.DIRECTIONS;
            case "RoleDeclaration.permissions" -> AdaptationRules.PERMISSIONS;
            case "DataDeclaration.sensitivity", "SiteDeclaration.holds", "ProviderDeclaration.holds" -> ChoiceRules.SENSITIVITIES;
            case "SiteDeclaration.country", "LocationDeclaration.countries", "AreaDeclaration.countries", "Residence.countries" ->
                    ChoiceRules.COUNTRIES;
            case "ProviderDeclaration.name" -> RentalRules.KNOWN;
            case "SloDeclaration.percentile" -> NumberRules.PERCENTILES;
            case "ForecastDeclaration.series" -> ForecastRules.SERIES;
            case "ForecastDeclaration.method" -> ForecastRules.METHODS;
            default -> List.of();
        };
    }

    /** @param part a quantity that already has a value; other parts have no units */
    public static List<String> units(EObject part) {
        NumberRules.Measured measured = part instanceof Quantity ? NumberRules.MEASURED.get(part.eContainingFeature()) : null;
        if (part instanceof Quantity && part.eContainer() instanceof AmountFactor) {
            return Units.names();
        }
        return measured == null ? List.of() : measured.dimension().units();
    }
}
