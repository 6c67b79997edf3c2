package org.caravan.server.broker;

import java.util.List;
import org.caravan.server.Settings;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Ids of routes that only the leader runs, because one server at a time may consume from them. */
@Component
public class LeaderRouteIds {

    private final boolean sharedSamples;

    @Autowired
    LeaderRouteIds(Settings settings) {
        this(settings.influxdb().used());
    }

    /** @param sharedSamples whether several servers share the database of samples */
    public LeaderRouteIds(boolean sharedSamples) {
        this.sharedSamples = sharedSamples;
    }

    /** A shared database of samples needs each sample once, from the leader; a server with its own store consumes all samples itself. */
    public List<String> all() {
        return sharedSamples ? List.of("samples", "plan-approved", "deployment-ordered", "probes-requested")
                : List.of("plan-approved", "deployment-ordered", "probes-requested");
    }

    boolean startsByItself(String id) {
        return !all().contains(id);
    }
}
