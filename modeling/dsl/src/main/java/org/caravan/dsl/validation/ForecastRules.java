package org.caravan.dsl.validation;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.adaptation.Forecast;
import org.caravan.dsl.caravan.ApplicationDeclaration;
import org.caravan.dsl.caravan.CaravanPackage.Literals;
import org.caravan.dsl.caravan.ForecastDeclaration;
import org.caravan.dsl.caravan.Quantity;
import org.caravan.dsl.quantity.Dimension;
import org.caravan.dsl.wording.Owner;
import org.caravan.dsl.wording.Suggestion;
import org.eclipse.emf.ecore.EStructuralFeature;
import org.eclipse.xtext.validation.Check;

/** Checks the subject, the method and the horizon of forecasts. {@link UsersRules} checks that users send the request. */
class ForecastRules extends Rules {

    static final List<String> SERIES = List.of(Forecast.SERIES);
    static final List<String> METHODS = Arrays.stream(Forecast.Method.values()).map(Object::toString).toList();

    @Check
    void known(ForecastDeclaration forecast) {
        known(forecast.getSeries(), "series", SERIES, forecast, Literals.FORECAST_DECLARATION__SERIES);
        known(forecast.getMethod(), "method", METHODS, forecast, Literals.FORECAST_DECLARATION__METHOD);
    }

    private void known(String written, String kind, List<String> words, ForecastDeclaration forecast, EStructuralFeature feature) {
        if (written != null && !words.contains(written)) {
            String message = capital(Owner.of(forecast)) + " names " + kind + " " + written + ", which does not exist.";
            reject(kind + "-unknown", message, Suggestion.useOneOf(written, words) + ".", Suggestion.closest(written, words), forecast,
                    feature, -1);
        }
    }

    @Check
    void withinSeason(ForecastDeclaration forecast) {
        Optional<BigDecimal> season = seconds(forecast.getSeason());
        Optional<BigDecimal> horizon = seconds(forecast.getHorizon());
        if (season.isPresent() && horizon.isPresent() && horizon.get().compareTo(season.get()) > 0) {
            String message = capital(Owner.of(forecast)) + " looks " + written(forecast.getHorizon())
                    + " ahead, farther than its season of "
                    + written(forecast.getSeason()) + ".";
            reject("forecast-order", message, "write horizon " + written(forecast.getSeason()) + " or less.", forecast,
                    Literals.FORECAST_DECLARATION__HORIZON);
        }
    }

    @Check
    void once(ApplicationDeclaration application) {
        Set<String> seen = new HashSet<>();
        for (ForecastDeclaration forecast : application.getForecasts()) {
            if (!seen.add(Owner.written(forecast, "request"))) {
                reject("duplicate-forecast", "There is more than one " + Owner.of(forecast) + ".", "keep one of them.", forecast,
                        Literals.FORECAST_DECLARATION__REQUEST);
            }
        }
    }

    static String addForecastOf(String request) {
        return "add: forecast requests of " + request + " { method sarima  season 1 day  horizon 10 min }";
    }

    /** Empty if nothing is written or another rule rejects the value. */
    private static Optional<BigDecimal> seconds(Quantity quantity) {
        return quantity == null || quantity.getValue() == null || quantity.getValue().length() > 18
                ? Optional.empty() : Dimension.SPAN.inBaseUnit(new BigDecimal(quantity.getValue()), quantity.getUnit());
    }

    private static String written(Quantity quantity) {
        return quantity.getValue() + " " + quantity.getUnit();
    }
}
