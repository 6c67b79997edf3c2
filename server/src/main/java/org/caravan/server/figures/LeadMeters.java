package org.caravan.server.figures;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.caravan.server.leading.LeaderStatus;
import org.springframework.stereotype.Component;

/** Metric that shows whether this server is the leader. */
@Component
class LeadMeters {

    LeadMeters(LeaderStatus leads, MeterRegistry registry) {
        Gauge.builder("caravan.leader", leads, now -> now.now() ? 1 : 0).description("1 for the server that leads, 0 for one that follows")
                .register(registry);
    }
}
