package org.caravan.server.broker;

import java.util.Set;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jms.support.destination.DestinationResolver;
import org.springframework.jms.support.destination.DynamicDestinationResolver;

/**
 * Queues of long tasks that any server may execute, consumed with prefetch 0: a consumer requests each message. With a prefetch of 1, a
 * transacted consumer would reserve a second task while it works on the first, although another server may be idle
 * (docs/decisions/several-servers.md).
 */
@Configuration
public class ZeroPrefetchQueues {

    /** Applications with a new model. */
    static final String MODELS = "caravan.model-accepted";
    static final String PLANNINGS = "caravan.plan-requested";
    /** Partitions of very large problems. */
    public static final String PARTITIONS = "caravan.partition-requested";

    /** URI option of these routes: time limit of one request for a message, in ms. */
    public static final String ASKED = "&receiveTimeout=250";

    private static final Set<String> NAMES = Set.of(MODELS, PLANNINGS, PARTITIONS);

    /**
     * Sets the prefetch by destination name, because Camel URIs accept no ActiveMQ options. All JMS components use this resolver; other
     * names are resolved as by default.
     */
    @Bean
    DestinationResolver destinations() {
        DestinationResolver others = new DynamicDestinationResolver();
        return (session, name, topic) -> others.resolveDestinationName(session, !topic
                && NAMES.contains(name) ? name + "?consumer.prefetchSize=0" : name, topic);
    }
}
