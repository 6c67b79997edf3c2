package org.caravan.server.adaptation.users;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.application.ApplicationModel;
import org.caravan.application.EntryWay;
import org.caravan.application.Users;

/**
 * Shares of the groups of users of one application over the newest window. All groups are compared by one source: a request, a connection
 * and a DNS query are different amounts. Not thread-safe.
 */
final class UsersWindow {

    /** What is counted of users. */
    enum Source {
        REQUESTS("requests at their routers"), CONNECTIONS("connections at copies"), QUERIES("DNS queries");

        private final String text;

        Source(String text) {
            this.text = text;
        }

        /** For notes: {@code connections at copies}. */
        String text() {
            return text;
        }
    }

    /** Counts below which shares are chance, however few groups there are. */
    private static final long LEAST = 20;
    /** Shares are rounded to this, so that plans do not differ by chance. */
    private static final double STEP = 0.05;
    /** A group without counts keeps this, so that its links and entries stay in the plan. */
    private static final double LEAST_SHARE = 0.01;

    private final Duration length;
    private final double share;
    private final Deque<Increment> increments = new ArrayDeque<>();
    private Instant begin;

    /** @param counts by source and group since the increment before */
    private record Increment(Instant at, Map<Source, Map<String, Long>> counts) {}

    /** @param byGroup shares of all groups of the model; sum 1 */
    record Shares(Source source, SortedMap<String, Double> byGroup) {}

    /**
     * @param length of the window, above 0
     * @param share of all requests by which a look may differ from the plan before something moves, above 0 and at most 1
     */
    UsersWindow(Duration length, double share) {
        this.length = length;
        this.share = share;
    }

    /** Forgets all counts: some of this period are missing or come later, so a group would seem to have left. */
    void reset() {
        begin = null;
        increments.clear();
    }

    /**
     * Counts from which shares are known. The variation distance of n random counts of k groups from their true shares is at most
     * sqrt(k / n) / 2 on average: half of the share that moves copies, if n is at least k / share². For 10 groups and 0.3, this is 112.
     */
    static long least(int groups, double share) {
        return Math.max(LEAST, (long) Math.ceil(groups / (share * share)));
    }

    /** @param counts by source and group since the call before; those of the first call are of an unknown period and not used */
    void add(Instant at, Map<Source, Map<String, Long>> counts) {
        if (begin == null) {
            begin = at;
            return;
        }
        increments.add(new Increment(at, counts));
        Instant oldest = at.minus(length);
        while (!increments.peekFirst().at().isAfter(oldest)) {
            increments.removeFirst();
        }
    }

    /** Empty until a window has passed, if too little was counted in it, or if the model has one group only. */
    Optional<Shares> shares(ApplicationModel model, Instant now) {
        List<Users> groups = model.users();
        if (begin == null || groups.size() < 2 || now.minus(length).isBefore(begin)) {
            return Optional.empty();
        }
        Map<Source, Map<String, Long>> sums = new EnumMap<>(Source.class);
        increments.forEach(one -> one.counts().forEach((source, counts) -> counts.forEach((group, count) ->
                sums.computeIfAbsent(source, any -> new HashMap<>()).merge(group, count, Long::sum))));
        return source(groups, sums).map(source -> new Shares(source, shares(groups, sums.get(source))));
    }

    private Optional<Source> source(List<Users> groups, Map<Source, Map<String, Long>> sums) {
        long routed = groups.stream().filter(group -> group.entry() == EntryWay.ROUTER).count();
        List<Source> usable = routed == groups.size() ? List.of(Source.REQUESTS)
                : routed == 0 ? List.of(Source.CONNECTIONS, Source.QUERIES) : List.of(Source.QUERIES);
        long least = least(groups.size(), share);
        return usable.stream().filter(source -> sum(groups, sums.getOrDefault(source, Map.of())) >= least).findFirst();
    }

    private static long sum(List<Users> groups, Map<String, Long> counts) {
        return groups.stream().mapToLong(group -> counts.getOrDefault(group.id(), 0L)).sum();
    }

    private static SortedMap<String, Double> shares(List<Users> groups, Map<String, Long> counts) {
        double all = sum(groups, counts);
        SortedMap<String, Double> shares = new TreeMap<>();
        groups.forEach(group -> shares.put(group.id(),
                Math.max(LEAST_SHARE, Math.round(counts.getOrDefault(group.id(), 0L) / all / STEP) * STEP)));
        double sum = shares.values().stream().mapToDouble(Double::doubleValue).sum();
        shares.replaceAll((id, share) -> share / sum);
        return shares;
    }
}
