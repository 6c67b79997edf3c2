package org.caravan.server.planning;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.api.application.PredictionView;
import org.caravan.api.application.RequestView;
import org.caravan.application.ApplicationModel;
import org.caravan.application.CallGraph;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Users;
import org.caravan.problem.RttStatistic;
import org.caravan.problem.ServiceTime;
import org.caravan.server.Settings;
import org.caravan.server.prediction.PredictionStore;
import org.caravan.unit.Millis;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Service times of requests, learned from predictions beside measurements: what routers measured beyond the predicted time on paths and in
 * queues. Of each request of each group of users, the newest measurement counts that lasted long enough.
 */
@Component
class LearnedServiceTimes {

    private static final Logger LOG = LoggerFactory.getLogger(LearnedServiceTimes.class);
    /** Measurements that ended earlier say little about the program that runs now. */
    private static final Duration PERIOD = Duration.ofDays(7);
    private static final Duration LEAST_TIME = Duration.ofMinutes(30);
    private static final long LEAST_ANSWERS = 100;
    private static final MathContext DIGITS = new MathContext(3);

    private final PredictionStore store;
    private final boolean used;
    private final Clock clock;

    LearnedServiceTimes(PredictionStore store, Settings settings, Clock clock) {
        this.store = store;
        this.used = settings.learnedServiceTimes();
        this.clock = clock;
    }

    /** Of the requests of the model; empty if nothing is learned, or the setting is off. If the store fails, plans know none. */
    List<ServiceTime> of(ApplicationModel model) {
        if (!used) {
            return List.of();
        }
        try {
            Instant now = clock.instant();
            // A second more, as the store compares texts; what is too old is left out by its exact time.
            return of(model, store.since(model.name(), now.minus(PERIOD).minusSeconds(1)), now);
        } catch (RuntimeException away) {
            LOG.warn("the plan of {} knows no service times: {}", model.name(), away.getMessage());
            return List.of();
        }
    }

    /** A pure function. @param predictions newest measurement first */
    static List<ServiceTime> of(ApplicationModel model, List<PredictionView> predictions, Instant now) {
        Map<String, ServiceTime> learned = new LinkedHashMap<>();
        for (PredictionView one : predictions) {
            RequestView request = one.request();
            boolean known = model.users().stream().anyMatch(users -> users.id().equals(request.usersId())
                    && users.mix().containsKey(request.requestId()));
            if (known && enough(one, now) && !learned.containsKey(request.subject())) {
                learned(model, one).ifPresent(service -> learned.put(request.subject(), service));
            }
        }
        return List.copyOf(learned.values());
    }

    private static boolean enough(PredictionView one, Instant now) {
        RequestView request = one.request();
        return request.count() - request.failed() >= LEAST_ANSWERS && !one.until().isBefore(now.minus(PERIOD))
                && Duration.between(request.since(), one.until()).compareTo(LEAST_TIME) >= 0;
    }

    /**
     * Empty if less was measured than paths and queues should take: then they are wrong, not the service time. What the model declares now
     * but did not yet at the prediction is part of the measured time, and of the next prediction. The median is compared with the
     * predicted median, and the p95 with the predicted p95. The learned mean is on the exponential tail through both differences, so that
     * the median of the next prediction is the measured one, unless less p95 was measured than paths take.
     */
    private static Optional<ServiceTime> learned(ApplicationModel model, PredictionView one) {
        RequestView request = one.request();
        Hop.Service declared = declared(model, request);
        double since = declared.mean().value() - one.parts().declaredServiceMillis().orElse(0.0);
        double tailSince = declared.p95().value() - one.parts().declaredServiceP95Millis().orElse(0.0);
        double onTheWay = Math.max(0, request.predictedMeanMillis() - one.parts().serviceMillis().orElse(0.0)) + Math.max(0, since);
        double tailOnTheWay = request.predictedP95Millis() - one.parts().serviceP95Millis().orElse(0.0) + Math.max(0, tailSince);
        double medianOnTheWay = new Hop.Service(new Millis(onTheWay), new Millis(Math.max(onTheWay, tailOnTheWay))).median().value();
        double tail = request.p95Millis().map(p95 -> Math.max(0, p95 - tailOnTheWay)).orElse(0.0);
        Optional<Double> mean = request.medianMillis().map(median -> median - medianOnTheWay).filter(millis -> millis > 0)
                .map(median -> Hop.Service.meanOnTail(median, tail));
        return mean.map(millis -> new ServiceTime(request.usersId(), request.requestId(), rounded(millis), rounded(tail),
                request.count() - request.failed()));
    }

    /** Sum over the hops on the reference host; 0 if none declares a service time. */
    private static Hop.Service declared(ApplicationModel model, RequestView of) {
        Optional<Request> found = model.requests().stream().filter(request -> request.id().equals(of.requestId())).findFirst();
        Optional<Users> users = model.users().stream().filter(group -> group.id().equals(of.usersId())).findFirst();
        if (found.isEmpty() || users.isEmpty()) {
            return new Hop.Service(Millis.ZERO);
        }
        List<Hop> hops = model.hops(found.get(), users.get());
        double[] shares = new CallGraph(hops).ofMean();
        double[] tailShares = new CallGraph(hops).ofPercentile(RttStatistic.SHOWN_TAIL);
        double mean = 0;
        double tail = 0;
        for (int index = 0; index < shares.length; index++) {
            double part = hops.get(index).service().map(service -> service.mean().value()).orElse(0.0) * shares[index];
            mean += part;
            tail += Math.max(part, hops.get(index).service().map(service -> service.p95().value()).orElse(0.0) * tailShares[index]);
        }
        return new Hop.Service(new Millis(mean), new Millis(tail));
    }

    private static Millis rounded(double millis) {
        return new Millis(new BigDecimal(millis).round(DIGITS).doubleValue());
    }
}
