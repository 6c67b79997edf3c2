package org.caravan.server.forecast;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.Semaphore;
import org.caravan.adaptation.Forecast;
import org.caravan.api.application.ForecastView;
import org.caravan.application.ApplicationModel;
import org.caravan.forecast.Forecasts;
import org.caravan.forecast.Selection;
import org.caravan.forecast.Series;
import org.caravan.measure.metric.RequestStore;
import org.caravan.server.forecast.MinuteSeries.Subject;
import org.caravan.server.model.Models;
import org.springframework.stereotype.Component;

/** Forecasts the requests of applications from what their routers counted. */
@Component
class RequestForecasts {

    private static final Duration COUNTED = Duration.ofDays(14);

    /** Estimations at once; further requests wait. Each takes a core and memory for its series. */
    private static final int AT_ONCE = 2;

    private final Semaphore turns = new Semaphore(AT_ONCE, true);
    private final RequestStore store;
    private final Models models;
    private final Clock clock;
    private final KeptChoices choices = new KeptChoices();

    RequestForecasts(RequestStore store, Models models, Clock clock) {
        this.store = store;
        this.models = models;
        this.clock = clock;
    }

    /** Minutes of the application by users and request, sorted; empty if no router counted any. */
    SortedMap<Subject, Series> series(String application) {
        Instant now = clock.instant();
        return MinuteSeries.of(store.minutes(application, now.minus(COUNTED)), now);
    }

    /** @param minutes the series of the subject */
    ForecastView forecast(String application, Subject subject, Series minutes) {
        Optional<Forecast> declared = models.model(application).map(ApplicationModel::supplement).stream()
                .flatMap(supplement -> supplement.adaptation().forecasts().stream())
                .filter(forecast -> forecast.requestId().equals(subject.requestId())).findFirst();
        Scope scope = Scope.of(declared, minutes);
        Series series = scope.of(minutes);
        String key = application + " " + subject.text();
        Instant now = clock.instant();
        turns.acquireUninterruptibly();
        try {
            // Looked up in turn, so that requests that waited for the same series use the choice of the first.
            Optional<Selection.Choice> kept = choices.find(key, scope, series.size(), now);
            Forecasts forecasts = Forecasts.of(series, scope.method(), scope.season(), scope.horizon(), kept);
            if (kept.isEmpty()) {
                forecasts.choice().ifPresent(choice -> choices.keep(key, scope, choice, series.size(), now));
            }
            return ForecastViews.of(subject, scope, series, forecasts);
        } finally {
            turns.release();
        }
    }
}
