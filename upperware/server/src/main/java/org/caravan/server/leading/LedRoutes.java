package org.caravan.server.leading;

import java.util.List;
import org.apache.camel.CamelContext;
import org.caravan.server.broker.LedRouteIds;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Routes that only the leader takes from: what waits there is for whoever leads. */
@Component
class LedRoutes {

    private static final Logger LOG = LoggerFactory.getLogger(LedRoutes.class);

    private final CamelContext camel;
    private final List<String> ids;

    LedRoutes(CamelContext camel, LedRouteIds ids) {
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

    /** A route whose broker is away begins by itself when that is back. */
    private static void quietly(String id, Change change) {
        try {
            change.make();
        } catch (Exception e) {
            LOG.warn("route {}: {}", id, e.getMessage());
        }
    }
}
