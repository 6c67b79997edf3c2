package org.caravan.server.broker;

import java.util.Set;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jms.support.destination.DestinationResolver;
import org.springframework.jms.support.destination.DynamicDestinationResolver;

/**
 * Queues of work that any server does and that takes long. Their consumers are given a message when they ask, none in advance: a transacted one with a prefetch of 1 is given a
 * second while it works on the first, which then waits though another server is free (docs/decisions/several-servers.md).
 */
@Configuration
public class PulledQueues {

    /** Applications with a new model. */
    static final String MODELS = "caravan.model-accepted";
    static final String PLANNINGS = "caravan.plan-requested";
    /** Of very large problems. */
    public static final String PARTITIONS = "caravan.partition-requested";

    /** Of their routes: how long one question waits, in ms. A consumer that is to end waits until then. */
    public static final String ASKED = "&receiveTimeout=250";

    private static final Set<String> NAMES = Set.of(MODELS, PLANNINGS, PARTITIONS);

    /** Camel's URIs take no options of ActiveMQ, and it gives the only resolver there is to all components of JMS: every other name is what it is without one. */
    @Bean
    DestinationResolver destinations() {
        DestinationResolver others = new DynamicDestinationResolver();
        return (session, name, topic) -> others.resolveDestinationName(session, !topic && NAMES.contains(name) ? name + "?consumer.prefetchSize=0" : name, topic);
    }
}
