package org.caravan.server.events;

import org.apache.camel.CamelExecutionException;
import org.apache.camel.ProducerTemplate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Where the parts of the server say what happened. Safe for use by several threads; never fails its caller. */
@Component
public class Events {

    /** Events are for those who listen now: not kept on disk. */
    private static final String TOPIC = "jms:topic:caravan.events?deliveryPersistent=false&timeToLive=60000";
    private static final Logger LOG = LoggerFactory.getLogger(Events.class);

    private final ProducerTemplate producer;
    private final JsonMapper json;

    Events(ProducerTemplate producer, JsonMapper json) {
        this.producer = producer;
        this.json = json;
    }

    public void publish(Event event) {
        try {
            producer.sendBody(TOPIC, json.writerFor(Event.class).writeValueAsString(event));
        } catch (CamelExecutionException | IllegalStateException e) {
            LOG.warn("event not told: {} ({})", event, e.getMessage());
        }
    }
}
