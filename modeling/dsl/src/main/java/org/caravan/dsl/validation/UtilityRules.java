package org.caravan.dsl.validation;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.adaptation.Aggregate;
import org.caravan.adaptation.Sensor;
import org.caravan.dsl.caravan.MetricDeclaration;
import org.caravan.dsl.caravan.Sum;
import org.caravan.dsl.caravan.UtilityDeclaration;
import org.caravan.dsl.caravan.ValueFactor;
import org.caravan.dsl.wording.Owner;
import org.eclipse.xtext.EcoreUtil2;
import org.eclipse.xtext.validation.Check;

/** Checks that utilities use only values that are known for a plan before it runs. */
class UtilityRules extends Rules {

    private static final Set<String> AGGREGATES =
            Set.of(Aggregate.MEAN.toString(), Aggregate.LAST.toString(), Aggregate.P50.toString(), Aggregate.P95.toString());

    @Check
    void knownBeforeItRuns(UtilityDeclaration utility) {
        Set<String> unknown = new TreeSet<>();
        collect(utility.getFormula(), unknown, new HashSet<>());
        if (!unknown.isEmpty()) {
            String message = capital(Owner.of(utility)) + " names " + String.join(", ", unknown)
                    + ", which is unknown before the application runs: planning ignores it.";
            doubt("utility-unknown-value", message, "name variables, and metrics of sensor latency or rate of requests.", utility);
        }
    }

    private static void collect(Sum formula, Set<String> unknown, Set<MetricDeclaration> visited) {
        if (formula == null) {
            return;
        }
        for (ValueFactor factor : EcoreUtil2.getAllContentsOfType(formula, ValueFactor.class)) {
            if (factor.getValue() instanceof MetricDeclaration metric && !metric.eIsProxy() && visited.add(metric)) {
                if (metric.getFormula() != null && metric.getWindow() == null) {
                    collect(metric.getFormula(), unknown, visited);
                } else if (!known(metric)) {
                    unknown.add(metric.getName());
                }
            }
        }
    }

    private static boolean known(MetricDeclaration metric) {
        Optional<Sensor> sensor = Optional.ofNullable(metric.getSensor()).flatMap(Sensor::named);
        return sensor.filter(Sensor.RATE::equals).isPresent()
                || sensor.filter(Sensor.LATENCY::equals).isPresent()
                && (metric.getAggregate() == null || AGGREGATES.contains(metric.getAggregate()));
    }
}
