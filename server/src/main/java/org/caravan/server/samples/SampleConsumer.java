package org.caravan.server.samples;

import org.apache.camel.Body;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.json.Json;
import org.caravan.measure.SampleStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes sample events from the broker to the store. */
public final class SampleConsumer {

    private static final Logger LOG = LoggerFactory.getLogger(SampleConsumer.class);

    private final SampleStore kept;
    private final EventedSampleStore told;

    SampleConsumer(SampleStore kept, EventedSampleStore told) {
        this.kept = kept;
        this.told = told;
    }

    /** If the store fails, the broker redelivers the event. An unreadable event is logged and dropped. */
    public void take(@Body String text) {
        SampleEvent event;
        try {
            event = Json.read(text, SampleEvent.class);
        } catch (RejectedInput e) {
            LOG.error("an event of topic caravan.samples is discarded: {}", e.getMessage());
            return;
        }
        kept.appendOnce(event.id(), event.samples());
        told.taken(event.id());
    }
}
