package org.caravan.server.broker;

import org.apache.camel.CamelExecutionException;
import org.apache.camel.ProducerTemplate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Tells every server something that is of use to those who listen now: no disk keeps it. Safe for use by several threads; never fails its caller. */
@Component
public class Broadcasts {

    /** What happened, as {@code events} tells it: several parts read it. */
    public static final String EVENTS = "jms:topic:caravan.events";

    /** A server that is slow to read, or gone, must not fill the broker with what nobody asks for any more. */
    private static final String SHORT_LIVED = "?deliveryPersistent=false&timeToLive=60000";
    private static final Logger LOG = LoggerFactory.getLogger(Broadcasts.class);

    private final ProducerTemplate producer;

    Broadcasts(ProducerTemplate producer) {
        this.producer = producer;
    }

    /**
     * @param topic as routes name it to read it
     * @param untold what it means if the broker does not take it, for the log: a body may hold what is nobody's business
     */
    public void tell(String topic, String body, String untold) {
        try {
            producer.sendBody(topic + SHORT_LIVED, body);
        } catch (CamelExecutionException | IllegalStateException e) {
            LOG.warn("{}: {}", untold, e.getMessage());
        }
    }
}
