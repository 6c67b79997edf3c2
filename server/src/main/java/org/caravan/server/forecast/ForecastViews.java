package org.caravan.server.forecast;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.api.application.ForecastView.ChangeView;
import org.caravan.api.application.ForecastView.PastErrors;
import org.caravan.api.application.ForecastView.Point;
import org.caravan.api.application.ForecastView.State;
import org.caravan.api.application.ForecastView;
import org.caravan.forecast.Band;
import org.caravan.forecast.Errors;
import org.caravan.forecast.ForecastResult;
import org.caravan.forecast.Forecasts;
import org.caravan.forecast.Series;
import org.caravan.server.forecast.MinuteSeries.Subject;

/** Forecasts as answers of REST. */
final class ForecastViews {

    private static final int PAST = 48;

    private ForecastViews() {}

    static ForecastView of(Subject subject, Scope scope, Series series, Forecasts forecasts) {
        long seconds = series.interval().toSeconds();
        Optional<ForecastResult.None> none = forecasts.outlook() instanceof ForecastResult.None why ? Optional.of(why) : Optional.empty();
        Optional<String> method = forecasts.outlook() instanceof ForecastResult.Prediction prediction ? Optional.of(prediction.method())
                : Optional.empty();
        Errors errors = forecasts.errors();
        return new ForecastView(subject.usersId(), subject.requestId(), none.map(why -> State.valueOf(why.reason().name()))
                .orElse(State.FORECAST), none.map(ForecastResult.None::detail), method, scope.declared(), seconds,
                Optional.of(scope.season() * seconds).filter(unused -> scope.season() > 1), scope.horizon() * seconds,
                errors.origins() == 0 ? Optional.empty() : Optional.of(new PastErrors(errors.origins(), errors.rootMeanSquare(),
                        errors.meanAbsolute(), errors.bias(), errors.withinBand())),
                forecasts.change().map(change -> new ChangeView(change.direction().name(),
                        series.end().minus(series.interval().multipliedBy(change.intervalsAgo())))),
                points(series, forecasts));
    }

    private static List<Point> points(Series series, Forecasts forecasts) {
        Map<Integer, Band> past = new HashMap<>();
        forecasts.past().forEach(one -> past.put(one.index(), one.band()));
        List<Point> points = new ArrayList<>();
        for (int index = Math.max(0, series.size() - PAST); index < series.size(); index++) {
            points.add(point(series, index, Optional.of(series.counts().get(index)).filter(count -> !Double.isNaN(count)),
                    Optional.ofNullable(past.get(index))));
        }
        if (forecasts.outlook() instanceof ForecastResult.Prediction prediction) {
            for (int step = 0; step < prediction.bands().size(); step++) {
                points.add(point(series, series.size() + step, Optional.empty(), Optional.of(prediction.bands().get(step))));
            }
        }
        return List.copyOf(points);
    }

    private static Point point(Series series, int index, Optional<Double> observed, Optional<Band> band) {
        Instant begin = series.begin().plus(Duration.ofSeconds(series.interval().toSeconds() * index));
        return new Point(begin, observed, band.map(Band::expected), band.map(Band::low), band.map(Band::high));
    }
}
