package org.caravan.server.rehearsal;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.caravan.application.ApplicationModel;
import org.caravan.application.RequestCounts;
import org.caravan.application.Users;
import org.caravan.measure.metric.MinuteCounts;
import org.caravan.server.planning.RateEstimate;
import org.caravan.server.rehearsal.Observed.Sent;
import org.caravan.unit.RequestRate;

/** Rates of requests over time, in a model. Pure. */
final class Rates {

    private static final int MINUTE_SECONDS = 60;
    private static final double DIGITS = 20;

    private final Map<Sent, Steps> rates;

    Rates(Map<Sent, Steps> rates) {
        this.rates = rates;
    }

    /** The model with the rates of this time; groups of users without a rate keep that of the model. */
    ApplicationModel now(ApplicationModel model, Instant at) {
        if (rates.isEmpty()) {
            return model;
        }
        List<Users> users = model.users().stream().map(group -> now(group, at)).toList();
        return users.equals(model.users()) ? model : model.withUsers(users);
    }

    private Users now(Users group, Instant at) {
        Map<String, Double> byRequest = new TreeMap<>();
        boolean known = false;
        for (Map.Entry<String, Double> share : group.mix().entrySet()) {
            OptionalDouble rate = rates.getOrDefault(new Sent(group.id(), share.getKey()), Steps.NONE).at(at);
            known |= rate.isPresent();
            byRequest.put(share.getKey(), rounded(rate.orElse(group.rate().value() * share.getValue())));
        }
        double sum = byRequest.values().stream().mapToDouble(Double::doubleValue).sum();
        if (!known) {
            return group;
        }
        if (sum == 0) {
            return group.withRate(new RequestRate(0));
        }
        // A request that is not sent now keeps a tiny share: its links stay.
        double least = sum / 1e6;
        byRequest.replaceAll((id, rate) -> Math.max(rate, least));
        double all = byRequest.values().stream().mapToDouble(Double::doubleValue).sum();
        Map<String, Double> mix = new HashMap<>();
        byRequest.forEach((id, rate) -> mix.put(id, rate / all));
        return new Users(group.id(), group.at(), new RequestRate(sum), mix, group.entry());
    }

    /** Steps of about 5 %, so that few different rates are evaluated. */
    private static double rounded(double rate) {
        return rate <= 0 ? 0 : Math.exp(Math.round(Math.log(rate) * DIGITS) / DIGITS);
    }

    /** The model with rates that plans use at this time, from what was counted before. */
    ApplicationModel planned(ApplicationModel model, Instant at) {
        List<MinuteCounts> minutes = new ArrayList<>();
        Instant end = at.truncatedTo(ChronoUnit.MINUTES);
        for (Instant minute = end.minus(RateEstimate.PERIOD); minute.isBefore(end) && !rates.isEmpty();
                minute = minute.plus(Duration.ofMinutes(1))) {
            for (Map.Entry<Sent, Steps> one : rates.entrySet()) {
                long count = Math.round(one.getValue().at(minute).orElse(0) * MINUTE_SECONDS);
                if (count > 0) {
                    minutes.add(new MinuteCounts(one.getKey().usersId(), one.getKey().requestId(), new RequestCounts.Totals(count, count),
                            minute.plusSeconds(MINUTE_SECONDS - 1)));
                }
            }
        }
        return minutes.isEmpty() ? model : RateEstimate.of(model, minutes, at);
    }
}
