package org.caravan.dsl.validation;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.adaptation.Action;
import org.caravan.adaptation.Sensor;
import org.caravan.dsl.caravan.AllCondition;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.ComponentDeclaration;
import org.caravan.dsl.caravan.ForecastDeclaration;
import org.caravan.dsl.caravan.MetricDeclaration;
import org.caravan.dsl.caravan.Predicate;
import org.caravan.dsl.caravan.RequestDeclaration;
import org.caravan.dsl.caravan.RuleDeclaration;
import org.caravan.dsl.caravan.ScaleAction;
import org.caravan.dsl.caravan.Value;
import org.caravan.dsl.caravan.ViolatedPredicate;
import org.caravan.dsl.expression.References;
import org.caravan.dsl.wording.Owner;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.EcoreUtil2;
import org.eclipse.xtext.validation.Check;

/** Checks that forecasts may add replicas, and never remove them: a forecast may be wrong. */
class ForecastUseRules extends Rules {

    private static final String REMOVES = "forecast-removes";

    @Check
    void forecastKnown(ScaleAction action) {
        ComponentDeclaration component = action.getComponent();
        if (!action.isForecast() || component == null || component.eIsProxy()) {
            return;
        }
        if (Action.Direction.IN.toString().equals(action.getDirection())) {
            reject(REMOVES, capital(Owner.of(action)) + " removes replicas by a forecast, which may only add them.",
                    "use a rule on measured values: scale in " + component.getName() + ".", action, Literals.SCALE_ACTION__FORECAST);
            return;
        }
        ApplicationDeclaration application = EcoreUtil2.getContainerOfType(action, ApplicationDeclaration.class);
        Set<RequestDeclaration> reaching = application.getRequests().stream()
                .filter(request -> request.getProfile() != null
                        || request.getHops().stream().anyMatch(hop -> component.equals(hop.getTo())))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (application.getForecasts().stream().map(ForecastDeclaration::getRequest).noneMatch(reaching::contains)) {
            String suggestion = reaching.stream().findFirst().map(request -> ForecastRules.addForecastOf(request.getName()))
                    .orElse("use: scale out " + component.getName() + " by 1");
            reject("scale-without-forecast", capital(Owner.of(action)) + " scales component " + component.getName()
                    + " by forecast, but no request that reaches it has one.", suggestion, action, Literals.SCALE_ACTION__FORECAST);
        }
    }

    /** Each alternative that reads a forecast also needs something that is measured: then the forecast can only prevent the removal. */
    @Check
    void measuredToo(RuleDeclaration rule) {
        boolean removes = rule.getActions().stream().anyMatch(action -> action instanceof ScaleAction scale && !scale.isForecast()
                && Action.Direction.IN.toString().equals(scale.getDirection()));
        if (!removes || rule.getWhen() == null) {
            return;
        }
        for (AllCondition alternative : rule.getWhen().getConditions()) {
            if (Read.by(alternative).forecast() && alternative.getConditions().stream().noneMatch(ForecastUseRules::measuredOnly)) {
                reject(REMOVES, capital(Owner.of(rule)) + " removes replicas on a forecast alone, which may be wrong.",
                        "add a comparison of a measured value: and busy < 20 %", rule, Literals.RULE_DECLARATION__WHEN);
            }
        }
    }

    private static boolean measuredOnly(Predicate predicate) {
        Read read = Read.by(predicate);
        return read.measured() && !read.forecast();
    }

    /** Which kinds of values a part of a text depends on. */
    private record Read(boolean forecast, boolean measured) {

        static Read by(EObject part) {
            return by(part, new HashSet<>());
        }

        private static Read by(EObject part, Set<Value> visited) {
            boolean promise = part instanceof ViolatedPredicate
                    || !EcoreUtil2.getAllContentsOfType(part, ViolatedPredicate.class).isEmpty();
            Read read = new Read(false, promise);
            if (part instanceof MetricDeclaration metric && metric.getFormula() == null) {
                boolean forecast = Optional.ofNullable(metric.getSensor()).flatMap(Sensor::named).filter(Sensor::ofForecasts).isPresent();
                read = new Read(forecast, !forecast);
            }
            for (References.Named named : References.in(part)) {
                Value value = named.factor().getValue();
                if (value != null && !value.eIsProxy() && visited.add(value)) {
                    Read other = by(value, visited);
                    read = new Read(read.forecast || other.forecast, read.measured || other.measured);
                }
            }
            return read;
        }
    }
}
