package org.caravan.routing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * Counts the DNS queries for each name of each application, by user group and by client subnet (IPv4 /24, IPv6 /48). A query is no request:
 * resolvers repeat it at most once per time to live, so it is a lower bound of the number of new connections. In memory only: readers
 * compare totals under the same mark. Thread-safe.
 *
 * <p>Memory is bounded, whatever subnets hostile clients write into their queries: group and name come from the model, and when
 * {@value #MOST_SUBNETS} subnets are known, all are dropped, so that subnets that came first, or were made up, do not hide others for ever.
 * The number of queries does not depend on it.
 */
public final class LookUps {

    /** Complete minutes over which a rate is computed. */
    public static final int MINUTES = 5;
    /** Subnets that are known at a time, of all names together. */
    public static final int MOST_SUBNETS = 4096;
    private static final int IPV4_BYTES = 3;
    private static final int IPV6_BYTES = 6;
    private static final long MINUTE_NANOS = 60_000_000_000L;

    private final LongSupplier nanos;
    private final long begun;
    /** Guards the counts: an application that is removed while one of its queries is counted leaves nothing behind. */
    private final Object lock = new Object();
    private final Map<String, Application> applications = new HashMap<>();
    private int known;

    private record Name(String component, String usersId) {}

    private static final class Application {

        private final String start = UUID.randomUUID().toString();
        private final Map<String, Counts> groups = new HashMap<>();
        private final Map<Name, OfName> names = new HashMap<>();
    }

    private static final class OfName {

        private final Set<Long> subnets = new HashSet<>();
        private long queries;
    }

    /**
     * Queries since the mark.
     *
     * @param usersId group; empty for clients of no group
     * @param subnets number of client subnets since the mark, or since subnets were last dropped; at most {@link #MOST_SUBNETS}
     * @param start mark that differs each time the counts of the application begin at zero
     */
    public record Total(String application, String component, String usersId, long queries, int subnets, String start) {}

    /** Queries of the current minute and of those before it, by number of the minute modulo the length. */
    private static final class Counts {

        private final long[] queries = new long[MINUTES + 1];
        private final long[] minutes = new long[MINUTES + 1];

        void add(long minute) {
            int slot = (int) (minute % queries.length);
            if (minutes[slot] != minute) {
                minutes[slot] = minute;
                queries[slot] = 0;
            }
            queries[slot]++;
        }

        long between(long first, long last) {
            long sum = 0;
            for (int slot = 0; slot < queries.length; slot++) {
                sum += minutes[slot] >= first && minutes[slot] <= last ? queries[slot] : 0;
            }
            return sum;
        }
    }

    public LookUps() {
        this(System::nanoTime);
    }

    /** @param nanos monotonic clock in ns */
    LookUps(LongSupplier nanos) {
        this.nanos = nanos;
        this.begun = nanos.getAsLong();
    }

    /**
     * @param component name that was found in the zone
     * @param usersId group; empty for a client of no group
     * @param address of the client or its subnet, 4 or 16 bytes
     */
    void counted(String application, String component, String usersId, byte[] address) {
        synchronized (lock) {
            Application its = applications.computeIfAbsent(application, unknown -> new Application());
            if (!usersId.isEmpty()) {
                its.groups.computeIfAbsent(usersId, unknown -> new Counts()).add(minute());
            }
            OfName name = its.names.computeIfAbsent(new Name(component, usersId), unknown -> new OfName());
            name.queries++;
            if (name.subnets.contains(subnet(address))) {
                return;
            }
            if (known == MOST_SUBNETS) {
                applications.values().forEach(any -> any.names.values().forEach(full -> full.subnets.clear()));
                known = 0;
            }
            name.subnets.add(subnet(address));
            known++;
        }
    }

    /** The first 3 bytes of an IPv4 address or the first 6 of another one, which never are the same number. */
    private static long subnet(byte[] address) {
        boolean four = address.length == 4;
        long bits = four ? 0 : 1L << 8 * IPV6_BYTES;
        for (int at = 0, bytes = four ? IPV4_BYTES : IPV6_BYTES; at < bytes; at++) {
            bits |= (address[at] & 0xffL) << 8 * (bytes - 1 - at);
        }
        return bits;
    }

    void forget(String application) {
        synchronized (lock) {
            Application its = applications.remove(application);
            known -= its == null ? 0 : its.names.values().stream().mapToInt(name -> name.subnets.size()).sum();
        }
    }

    /** Totals of each name and group, sorted by application, name and group. */
    public List<Total> totals() {
        List<Total> totals = new ArrayList<>();
        synchronized (lock) {
            applications.forEach((application, its) -> its.names.forEach((name, counts) -> totals.add(new Total(application,
                    name.component(), name.usersId(), counts.queries, counts.subnets.size(), its.start))));
        }
        totals.sort(Comparator.comparing(Total::application).thenComparing(Total::component).thenComparing(Total::usersId));
        return totals;
    }

    /**
     * Queries of a user group per minute, over the past {@value #MINUTES} minutes, or since the start of the name server if that is later.
     * The current minute counts as a whole until the first one is complete.
     */
    public double perMinute(String application, String usersId) {
        synchronized (lock) {
            Application its = applications.get(application);
            Counts counts = its == null ? null : its.groups.get(usersId);
            if (counts == null) {
                return 0;
            }
            long now = minute();
            return now == 1 ? counts.between(1, 1) : counts.between(now - MINUTES, now - 1) / (double) Math.min(MINUTES, now - 1);
        }
    }

    /** Counts from 1. */
    private long minute() {
        return 1 + (nanos.getAsLong() - begun) / MINUTE_NANOS;
    }
}
