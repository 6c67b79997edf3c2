package org.caravan.server.leading;

import java.util.List;
import org.apache.camel.CamelContext;
import org.caravan.server.broker.LeaderRouteIds;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Starts and stops the routes that only the leader consumes. */
@Component
class LeaderRoutes {

    private static final Logger LOG = LoggerFactory.getLogger(LeaderRoutes.class);

    private final CamelContext camel;
    private final List<String> ids;

    LeaderRoutes(CamelContext camel, LeaderRouteIds ids) {
        this.camel = camel;
        this.ids = ids.all();
    }

    void start() {
        ids.forEach(id -> quietly(id, () -> camel.getRouteController().startRoute(id)));
    }

    void stop() {
        ids.forEach(id -> quietly(id, () -> camel.getRouteController().stopRoute(id)));
    }

    private interface Change {
        void make() throws Exception;
    }

    /** If the broker is unavailable, the route starts by itself when the broker is back. */
    private static void quietly(String id, Change change) {
        try {
            change.make();
        } catch (Exception e) {
            LOG.warn("route {}: {}", id, e.getMessage());
        }
    }
}
