package org.caravan.server.metrics;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.caravan.routing.LookUps.Total;

/**
 * Totals of this server's name server since it began to lead. Only the leader reports them, and each server has a counter of its own: what
 * a follower counted must not arrive as the queries of the minute in which it becomes leader. Thread-safe.
 */
final class NameTotals {

    private final String counter;
    private volatile Baseline before = new Baseline(Map.of(), "");

    private record Key(String application, String component, String usersId, String start) {}

    /** @param mark differs for each baseline */
    private record Baseline(Map<Key, Long> queries, String mark) {}

    /** @param queries since the baseline. @param start mark of the name server's count and of the baseline */
    record Increment(Total total, long queries, String start) {}

    /** @param server name of this server; unique among the servers of an installation */
    NameTotals(String server) {
        this.counter = "names " + server;
    }

    /** Name of the counter of an application; the same after a restart of this server. */
    String counter(String application) {
        return counter + " " + application;
    }

    /** Called repeatedly while another server leads. */
    void follow(List<Total> totals) {
        before = new Baseline(totals.stream().collect(Collectors.toMap(NameTotals::key, Total::queries)), UUID.randomUUID().toString());
    }

    /** In the order of the totals. */
    List<Increment> since(List<Total> totals) {
        Baseline base = before;
        return totals.stream().map(total -> new Increment(total, total.queries() - base.queries().getOrDefault(key(total), 0L),
                total.start() + " " + base.mark())).toList();
    }

    private static Key key(Total total) {
        return new Key(total.application(), total.component(), total.usersId(), total.start());
    }
}
