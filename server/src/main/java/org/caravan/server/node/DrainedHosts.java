package org.caravan.server.node;

import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Drained hosts: no new instances are placed on them. Running instances continue until a plan moves them. */
@Component
public class DrainedHosts {

    private static final String REASON = "drained";

    private final JdbcClient database;
    private final Clock clock;

    DrainedHosts(JdbcClient database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    public Set<String> all() {
        return new TreeSet<>(database.sql("select host_id from drained_host").query(String.class).list());
    }

    /** Exclusion reasons for the planner, including further hosts that are excluded for a single plan. */
    public Map<String, String> reasons(Set<String> besides) {
        Map<String, String> reasons = new TreeMap<>();
        all().forEach(hostId -> reasons.put(hostId, REASON));
        besides.forEach(hostId -> reasons.put(hostId, REASON));
        return reasons;
    }

    void drain(String hostId) {
        database.sql("insert into drained_host (host_id, since) values (?, ?) on conflict do nothing")
                .params(hostId, clock.instant().toString()).update();
    }

    void undo(String hostId) {
        database.sql("delete from drained_host where host_id = ?").param(hostId).update();
    }
}
