package org.caravan.server.planning;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.application.EntryWay;
import org.caravan.application.Request;
import org.caravan.application.Users;
import org.caravan.measure.metric.MinuteCounts;
import org.caravan.unit.RequestRate;

/**
 * Rates of requests for plans, from what routers counted: the highest mean of ten minutes within a day, so that a plan made at night serves
 * the next day. Groups of users keep the rate of the model if they enter without a router, if not all their requests are recognised, or if
 * too little was measured. A pure function.
 */
public final class RateEstimate {

    /** How far back counts are used. */
    public static final Duration PERIOD = Duration.ofDays(1);
    private static final Duration WINDOW = Duration.ofMinutes(10);
    private static final Duration LEAST_TIME = Duration.ofMinutes(30);
    private static final long LEAST_ANSWERS = 100;
    private static final int LEAST_MINUTES = 10;
    /** A rate further from that of the model is limited: it is more likely a fault of the model or an attack than the users' demand. */
    private static final double MOST_FACTOR = 10;
    /** A rate that differs less from that of the model changes nothing; a larger difference is rounded to powers of this. */
    private static final double STEP = 1.2;
    /** A share that differs less from that of the model changes nothing. */
    private static final double LEAST_SHARE = 0.05;

    private RateEstimate() {}

    /** The model with measured rates; the same object if no rate is measured. @param minutes oldest first */
    public static ApplicationModel of(ApplicationModel model, List<MinuteCounts> minutes, Instant now) {
        Map<String, Boolean> patterns = model.requests().stream().collect(Collectors.toMap(Request::id,
                request -> !request.patterns().isEmpty()));
        List<Users> users = model.users().stream().map(group -> measurable(group, patterns)
                ? of(group, minutes.stream().filter(sum -> sum.usersId().equals(group.id())).toList(), now).orElse(group) : group).toList();
        return users.equals(model.users()) ? model : model.withUsers(users);
    }

    private static boolean measurable(Users group, Map<String, Boolean> patterns) {
        return group.entry() == EntryWay.ROUTER && group.mix().keySet().stream().allMatch(id -> patterns.getOrDefault(id, false));
    }

    /**
     * Answers of the requests of the model, spread evenly over the time since the counts before: counts after a gap of the observation
     * belong to the gap. The first counts have no begin and are left out, and so is the current minute.
     */
    private record Stretch(long begin, long end, Map<String, Long> answered) {

        /** Answers per second in the time from {@code from} to {@code to}, in epoch seconds, times its length. */
        double within(long from, long to, long answers) {
            return answers * (double) Math.max(0, Math.min(end, to) - Math.max(begin, from)) / (end - begin);
        }
    }

    private static Optional<Users> of(Users group, List<MinuteCounts> sums, Instant now) {
        SortedMap<Long, Map<String, Long>> byMinute = new TreeMap<>();
        for (MinuteCounts sum : sums) {
            long end = Math.floorDiv(sum.newestAt().getEpochSecond(), 60) * 60 + 60;
            if (end <= now.getEpochSecond() && group.mix().containsKey(sum.requestId()) && sum.counts().answered() > 0) {
                byMinute.computeIfAbsent(end, unused -> new TreeMap<>()).merge(sum.requestId(), sum.counts().answered(), Long::sum);
            }
        }
        List<Stretch> stretches = new ArrayList<>();
        Long before = null;
        for (Map.Entry<Long, Map<String, Long>> minute : byMinute.entrySet()) {
            if (before != null) {
                stretches.add(new Stretch(before, minute.getKey(), minute.getValue()));
            }
            before = minute.getKey();
        }
        long answers = stretches.stream().flatMap(one -> one.answered().values().stream()).mapToLong(Long::longValue).sum();
        if (stretches.size() < LEAST_MINUTES || answers < LEAST_ANSWERS
                || byMinute.lastKey() - byMinute.firstKey() < LEAST_TIME.toSeconds()) {
            return Optional.empty();
        }
        double busiest = stretches.stream().mapToDouble(one -> rate(stretches, one.end())).max().orElse(0);
        double model = group.rate().value();
        double rate = Math.max(model / MOST_FACTOR, Math.min(model * MOST_FACTOR, stepped(model, busiest)));
        Map<String, Double> mix = mix(group, stretches);
        boolean same = mix.entrySet().stream().allMatch(one -> Math.abs(one.getValue() - group.mix().get(one.getKey())) < LEAST_SHARE);
        return Optional.of(new Users(group.id(), group.at(), rate == model ? group.rate() : new RequestRate(rate),
                same ? group.mix() : mix, group.entry()));
    }

    /** Mean rate of the window that ends at this time, in requests per second. */
    private static double rate(List<Stretch> stretches, long end) {
        long begin = end - WINDOW.toSeconds();
        return stretches.stream().filter(one -> one.end() > begin && one.begin() < end)
                .mapToDouble(one -> one.within(begin, end, one.answered().values().stream().mapToLong(Long::longValue).sum())).sum()
                / WINDOW.toSeconds();
    }

    /**
     * Shares in whole percent, so that plans do not differ by chance. A request that was hardly measured keeps a part of its share: its
     * links stay in the plan.
     */
    private static Map<String, Double> mix(Users group, List<Stretch> stretches) {
        Map<String, Long> counts = new TreeMap<>();
        stretches.forEach(one -> one.answered().forEach((id, count) -> counts.merge(id, count, Long::sum)));
        double all = counts.values().stream().mapToLong(Long::longValue).sum();
        Map<String, Double> shares = new TreeMap<>();
        group.mix().forEach((id, share) -> shares.put(id, Math.max(share / MOST_FACTOR,
                Math.round(counts.getOrDefault(id, 0L) / all * 100) / 100.0)));
        double sum = shares.values().stream().mapToDouble(Double::doubleValue).sum();
        shares.replaceAll((id, share) -> share / sum);
        return shares;
    }

    /** The model's rate times a power of {@link #STEP}, so that another plan does not differ by chance. */
    private static double stepped(double model, double value) {
        if (value <= model * STEP && value * STEP >= model) {
            return model;
        }
        return value <= 0 ? 0 : model * Math.pow(STEP, Math.round(Math.log(value / model) / Math.log(STEP)));
    }

    /** One sentence per group of users whose rate is measured. @param planned users of the problem that was planned */
    static List<String> notes(ApplicationModel model, List<Users> planned) {
        Set<Users> given = Set.copyOf(model.users());
        return planned.stream().filter(users -> !given.contains(users)).sorted(Comparator.comparing(Users::id))
                .flatMap(users -> model.users().stream().filter(before -> before.id().equals(users.id()))
                        .map(before -> note(before, users)))
                .toList();
    }

    private static String note(Users before, Users now) {
        if (now.rate().equals(before.rate())) {
            return "users " + before.id() + ": shares of requests measured at their routers, instead of those of the model";
        }
        double factor = now.rate().value() / before.rate().value();
        boolean limited = Math.abs(factor - MOST_FACTOR) < 1e-9 || Math.abs(factor * MOST_FACTOR - 1) < 1e-9;
        return "users " + before.id() + ": " + number(now.rate().value()) + " requests/s measured at their routers, the busiest "
                + WINDOW.toMinutes() + " min of a day, instead of " + number(before.rate().value()) + " of the model"
                + (limited ? "; limited to a factor of " + number(MOST_FACTOR) : "");
    }

    private static String number(double value) {
        return new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros().toPlainString();
    }
}
