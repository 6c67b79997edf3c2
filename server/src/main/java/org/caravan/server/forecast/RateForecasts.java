package org.caravan.server.forecast;

import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.caravan.adaptation.Forecast;
import org.caravan.application.ApplicationModel;
import org.caravan.forecast.Band;
import org.caravan.forecast.ForecastResult;
import org.caravan.forecast.Forecasts;
import org.caravan.forecast.Selection;
import org.caravan.forecast.Series;
import org.caravan.measure.metric.RequestStore;
import org.caravan.server.DaemonThreads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Forecasts that models declare, for their rules: of all users of a request together. Each is computed again once a fifth of an interval of
 * its series has passed, on a thread of its own: an evaluation of rules never waits for an estimation. Thread-safe.
 */
@Component
public class RateForecasts {

    private static final Logger LOG = LoggerFactory.getLogger(RateForecasts.class);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int PER_INTERVAL = 5;
    /** A forecast that could not be computed again counts until this many times should have passed. */
    private static final int KEPT_FOR = 3;
    /** Removals wait at least this long for a forecast that is missing. */
    private static final Duration AWAITED = Duration.ofHours(1);
    private static final int AWAITED_INTERVALS = 3;
    private static final int MOST = 1_000;

    private final RequestStore store;
    private final Executor work;
    private final ExecutorService own;
    private final KeptChoices choices = new KeptChoices();
    private final Map<Key, Kept> kept = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Kept> eldest) {
            return size() > MOST;
        }
    };

    private record Key(String application, Forecast declared) {}

    /**
     * @param forecast and time of its computation; null before the first one
     * @param present when there was a prediction for the last time, or when the first was asked for
     */
    private record Kept(RateForecast forecast, Instant at, boolean underWay, Instant present) {}

    @Autowired
    RateForecasts(RequestStore store) {
        this(store, Executors.newSingleThreadExecutor(new DaemonThreads("forecasts")));
    }

    private RateForecasts(RequestStore store, ExecutorService own) {
        this.store = store;
        this.work = own;
        this.own = own;
    }

    /** @param work computes forecasts */
    RateForecasts(RequestStore store, Executor work) {
        this.store = store;
        this.work = work;
        this.own = null;
    }

    /** Newest forecasts of the model by id of the request. The first call for a model only begins to compute them. */
    public Map<String, RateForecast> of(ApplicationModel model, Instant now) {
        return model.supplement().adaptation().forecasts().stream()
                .collect(Collectors.toMap(Forecast::requestId, declared -> newest(new Key(model.name(), declared), now)));
    }

    private RateForecast newest(Key key, Instant now) {
        Forecast declared = key.declared();
        Duration horizon = Duration.ofMillis(Math.round(declared.horizonSeconds() * 1000));
        Duration every = every(declared);
        boolean begins;
        synchronized (kept) {
            Kept last = kept.get(key);
            begins = last == null || !last.underWay() && Duration.between(last.at(), now).abs().compareTo(every) >= 0;
            if (begins) {
                kept.put(key, last == null ? new Kept(null, Instant.EPOCH, true, now)
                        : new Kept(last.forecast(), last.at(), true, last.present()));
            }
        }
        if (begins) {
            work.execute(() -> renew(key, horizon, now));
        }
        synchronized (kept) {
            Kept last = kept.get(key);
            boolean usable = last != null && last.forecast() != null
                    && Duration.between(last.at(), now).abs().compareTo(every.multipliedBy(KEPT_FOR)) < 0;
            RateForecast forecast = usable ? last.forecast() : RateForecast.none(declared.requestId(), horizon, "it is not computed yet");
            if (last != null && forecast.expected().isPresent()) {
                kept.put(key, new Kept(last.forecast(), last.at(), last.underWay(), now));
            }
            return forecast.awaited(last != null && Duration.between(last.present(), now).abs().compareTo(awaited(declared)) < 0);
        }
    }

    private static Duration awaited(Forecast declared) {
        Duration intervals = MINUTE.multipliedBy((long) Scope.ahead(declared).minutes() * AWAITED_INTERVALS);
        return intervals.compareTo(AWAITED) < 0 ? AWAITED : intervals;
    }

    private static Duration every(Forecast declared) {
        Duration part = MINUTE.multipliedBy(Scope.ahead(declared).minutes()).dividedBy(PER_INTERVAL);
        return part.compareTo(MINUTE) < 0 ? MINUTE : part;
    }

    private void renew(Key key, Duration horizon, Instant now) {
        RateForecast forecast;
        try {
            forecast = forecast(key, horizon, now);
        } catch (RuntimeException fault) {
            LOG.warn("requests {} of {} are not forecast now: {}", key.declared().requestId(), key.application(), fault.getMessage());
            forecast = RateForecast.none(key.declared().requestId(), horizon, "it could not be computed");
        }
        synchronized (kept) {
            Kept before = kept.get(key);
            kept.put(key, new Kept(forecast, now, false, before == null ? now : before.present()));
        }
    }

    private RateForecast forecast(Key key, Duration horizon, Instant now) {
        String request = key.declared().requestId();
        Scope scope = Scope.ahead(key.declared());
        Instant since = now.minus(MINUTE.multipliedBy((long) scope.minutes() * scope.intervals()));
        Optional<Series> minutes = MinuteSeries.ofRequest(store.minutes(key.application(), since), request, now);
        if (minutes.isEmpty()) {
            return RateForecast.none(request, horizon, "no router has counted such a request");
        }
        Series series = scope.of(minutes.get());
        Optional<Selection.Choice> before = choices.find(key.toString(), scope, series.size(), now);
        Forecasts forecasts = Forecasts.of(series, scope.method(), scope.season(), scope.horizon(), before);
        if (before.isEmpty()) {
            forecasts.choice().ifPresent(choice -> choices.keep(key.toString(), scope, choice, series.size(), now));
        }
        if (forecasts.outlook() instanceof ForecastResult.Prediction prediction) {
            Band band = prediction.bands().get(scope.horizon() - 1);
            double seconds = series.interval().toSeconds();
            return new RateForecast(request, horizon, Optional.of(new RateForecast.Expected(band.expected() / seconds, band.low() / seconds,
                    band.high() / seconds, prediction.method(), forecasts.errors().origins(),
                    forecasts.errors().rootMeanSquare() / seconds, forecasts.errors().withinBand())), "", false,
                    path(series, prediction.bands().subList(0, scope.horizon())));
        }
        return RateForecast.none(request, horizon, ((ForecastResult.None) forecasts.outlook()).detail());
    }

    private static List<RateForecast.Interval> path(Series series, List<Band> bands) {
        Duration interval = series.interval();
        return IntStream.range(0, bands.size()).mapToObj(index -> new RateForecast.Interval(series.end().plus(interval.multipliedBy(index)),
                interval, bands.get(index).expected() / interval.toSeconds())).toList();
    }

    @PreDestroy
    void end() {
        if (own != null) {
            own.shutdownNow();
        }
    }
}
