package org.caravan.server.node;

import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Hosts on which nothing is to be placed any more. What runs there runs on until a plan moves it. */
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

    /** In a planner's words, together with hosts that are to be left out for this once. */
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
