package org.caravan.server.broker;

import org.apache.camel.CamelExecutionException;
import org.apache.camel.ProducerTemplate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Publishes transient messages to all servers; they are not stored on disk. Thread-safe; never fails its caller. */
@Component
public class Broadcasts {

    /** Topic of the events of {@code events}; several packages read it. */
    public static final String EVENTS = "jms:topic:caravan.events";

    /** Limits retention, so that a slow or stopped server does not fill the broker with outdated messages. */
    private static final String SHORT_LIVED = "?deliveryPersistent=false&timeToLive=60000";
    private static final Logger LOG = LoggerFactory.getLogger(Broadcasts.class);

    private final ProducerTemplate producer;

    Broadcasts(ProducerTemplate producer) {
        this.producer = producer;
    }

    /**
     * @param topic endpoint name as in the routes that read it
     * @param untold log text if the broker rejects the message; the body is not logged, because it may be confidential
     */
    public void tell(String topic, String body, String untold) {
        try {
            producer.sendBody(topic + SHORT_LIVED, body);
        } catch (CamelExecutionException | IllegalStateException e) {
            LOG.warn("{}: {}", untold, e.getMessage());
        }
    }
}
