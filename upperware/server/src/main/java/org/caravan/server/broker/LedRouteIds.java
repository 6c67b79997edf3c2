package org.caravan.server.broker;

import java.util.List;
import org.caravan.server.Settings;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Ids of routes that do not start by themselves, since one server at a time takes from them. */
@Component
public class LedRouteIds {

    private final boolean sharedSamples;

    @Autowired
    LedRouteIds(Settings settings) {
        this(settings.influxdb().used());
    }

    /** @param sharedSamples whether several servers share the database of samples */
    public LedRouteIds(boolean sharedSamples) {
        this.sharedSamples = sharedSamples;
    }

    /** Samples in a database that servers share are told once; a server with samples of its own takes them all itself. */
    public List<String> all() {
        return sharedSamples ? List.of("samples", "plan-approved", "deployment-ordered", "probes-requested")
                : List.of("plan-approved", "deployment-ordered", "probes-requested");
    }

    boolean startsByItself(String id) {
        return !all().contains(id);
    }
}
