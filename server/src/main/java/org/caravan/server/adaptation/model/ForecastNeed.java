package org.caravan.server.adaptation.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.caravan.adaptation.Action;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Request;
import org.caravan.application.Scaling;
import org.caravan.application.Users;
import org.caravan.forecast.CachingOptimizer;
import org.caravan.rules.model.JustInTime;
import org.caravan.server.forecast.RateForecast;

/**
 * What the forecasts of the requests that reach a component need of it. Requests without a forecast in the model count with the rate of the
 * model, as in plans.
 *
 * @param read forecasts of these requests, sorted by id
 * @param perSecond expected requests per second to the component; meaningless unless it is known
 * @param capacity requests per second of one replica, above 0
 * @param least replicas of the model
 * @param most replicas of the model
 * @param path expected requests per second to the component in each forecast interval, earliest first; empty if it is unknown
 * @param error root mean square error of past forecasts of it, in requests per second; NaN if unknown
 */
record ForecastNeed(List<RateForecast> read, double perSecond, double capacity, int least, int most,
        List<RateForecast.Interval> path, double error) {

    /** @param component with a capacity. @param forecasts of the model by id of the request */
    static ForecastNeed of(ApplicationModel model, Component component, Map<String, RateForecast> forecasts) {
        double perSecond = 0;
        double error = 0;
        Set<String> reaching = new TreeSet<>();
        for (Request request : model.requests()) {
            double times = request.callsOf(component.id());
            double ofModel = model.users().stream().mapToDouble(group -> rate(group, request.id())).sum();
            perSecond += times * (times > 0 && forecasts.containsKey(request.id())
                    ? forecasts.get(request.id()).expected().map(RateForecast.Expected::perSecond).orElse(0.0) : ofModel);
            if (times > 0) {
                reaching.add(request.id());
                error += !forecasts.containsKey(request.id()) ? 0 : times * forecasts.get(request.id()).expected()
                        .map(RateForecast.Expected::error).orElse(Double.NaN);
            }
        }
        Scaling scaling = component.scaling().orElseThrow();
        return new ForecastNeed(reaching.stream().map(forecasts::get).filter(Objects::nonNull).toList(), perSecond,
                scaling.capacity().value(), component.replicas(), scaling.most(), path(model, component, forecasts), error);
    }

    /** Requests without a forecast count with the rate of the model in each interval. */
    private static List<RateForecast.Interval> path(ApplicationModel model, Component component, Map<String, RateForecast> forecasts) {
        Map<Instant, RateForecast.Interval> begins = new TreeMap<>();
        model.requests().stream().filter(request -> request.callsOf(component.id()) > 0 && forecasts.containsKey(request.id()))
                .flatMap(request -> forecasts.get(request.id()).path().stream()).forEach(one -> begins.putIfAbsent(one.begin(), one));
        return begins.values().stream().map(at -> new RateForecast.Interval(at.begin(), at.length(), model.requests().stream()
                .mapToDouble(request -> request.callsOf(component.id()) * rateAt(model, request, forecasts, at.begin())).sum())).toList();
    }

    /** The rate of the interval that contains the time, or of the one at the horizon. */
    private static double rateAt(ApplicationModel model, Request request, Map<String, RateForecast> forecasts, Instant at) {
        RateForecast forecast = forecasts.get(request.id());
        return forecast == null ? model.users().stream().mapToDouble(group -> rate(group, request.id())).sum()
                : forecast.path().stream().filter(one -> !at.isBefore(one.begin()) && at.isBefore(one.begin().plus(one.length())))
                        .findFirst().map(RateForecast.Interval::perSecond)
                        .orElseGet(() -> forecast.expected().map(RateForecast.Expected::perSecond).orElse(0.0));
    }

    /**
     * When further replicas have to be ready; empty if no interval up to the horizon needs any, or the intervals are unknown.
     *
     * @param running replicas in the target
     * @param start learned time until a replica is ready
     * @param preparation time from the evaluation until replicas are created
     */
    Optional<JustInTime> justInTime(int running, Duration start, Duration preparation) {
        double served = running * capacity;
        for (int index = 0; index < path.size(); index++) {
            RateForecast.Interval interval = path.get(index);
            if (interval.perSecond() > served) {
                double before = index == 0 ? served : path.get(index - 1).perSecond();
                return Optional.of(new JustInTime(interval.begin(), start,
                        JustInTime.margin(interval.length(), error, interval.perSecond() - before), preparation));
            }
        }
        return Optional.empty();
    }

    private static double rate(Users group, String requestId) {
        return group.rate().value() * group.mix().getOrDefault(requestId, 0.0);
    }

    /** Ids of components that some rule of the model scales by forecast. */
    static Set<String> followed(ApplicationModel model) {
        return model.supplement().adaptation().rules().stream().flatMap(rule -> rule.actions().stream())
                .filter(action -> action instanceof Action.Scale scale && scale.followsForecasts())
                .map(action -> ((Action.Scale) action).componentId()).collect(Collectors.toSet());
    }

    /** Whether there is a forecast of each request for which the model declares one. */
    boolean known() {
        return !read.isEmpty() && read.stream().allMatch(forecast -> forecast.expected().isPresent());
    }

    /** Whether a missing forecast is likely to come: until then, what is needed is unknown, and no replica may be removed. */
    boolean awaited() {
        return !known() && read.stream().anyMatch(RateForecast::awaited);
    }

    /** Replicas for the expected rate, within the bounds of the model; the least without a forecast. See {@link #awaited()}. */
    int replicas() {
        return known() ? least + new CachingOptimizer(capacity, least, most).change(perSecond, least) : least;
    }

    /** Why there is no forecast, one sentence. */
    String none() {
        return read.isEmpty() ? "There is no forecast." : "There is no forecast yet: " + read.stream()
                .filter(forecast -> forecast.expected().isEmpty())
                .map(forecast -> "of " + forecast.requestId() + ", " + forecast.none()).collect(Collectors.joining("; ")) + ".";
    }

    /** One sentence. @param running replicas in the target */
    String text(String componentId, int running) {
        return String.format(Locale.ROOT, "The forecast of %.4g requests/s to %s needs %d replicas; there are %d.", perSecond,
                componentId, replicas(), running);
    }
}
