package org.caravan.server.metrics;

import java.util.List;
import java.util.function.Consumer;
import org.apache.camel.Body;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.json.Json;
import org.caravan.measure.metric.BandwidthStore;
import org.caravan.measure.metric.EntryStore;
import org.caravan.measure.metric.Reading;
import org.caravan.measure.metric.ReadingStore;
import org.caravan.measure.metric.RequestStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores readings that the broker delivers. */
public final class ReadingConsumer {

    private static final Logger LOG = LoggerFactory.getLogger(ReadingConsumer.class);

    private final ReadingStore store;
    private final RequestStore requests;
    private final EntryStore entries;
    private final BandwidthStore bandwidth;
    private final LinkQuotas quotas;
    private final Consumer<Stored> stored;

    /** Readings of hosts and copies and the requests of their routers have been stored. */
    public record Stored(List<Reading> readings) {}

    /** @param stored called after the readings of an event are stored; does not block */
    ReadingConsumer(ReadingStore store, RequestStore requests, EntryStore entries, BandwidthStore bandwidth, LinkQuotas quotas,
            Consumer<Stored> stored) {
        this.entries = entries;
        this.stored = stored;
        this.store = store;
        this.requests = requests;
        this.bandwidth = bandwidth;
        this.quotas = quotas;
    }

    /** If the store fails, the event stays with the broker and is redelivered; an unreadable event is dropped. */
    public void take(@Body String text) {
        ReadingEvent event;
        try {
            event = Json.read(text, ReadingEvent.class);
        } catch (RejectedInput e) {
            LOG.error("an event of topic caravan.metrics is discarded: {}", e.getMessage());
            return;
        }
        store(event);
    }

    void store(ReadingEvent event) {
        event.quotas().forEach(quotas::take);
        store.appendOnce(event.id(), event.readings());
        if (!event.routers().isEmpty()) {
            requests.take(event.routers());
        }
        if (!event.entries().isEmpty()) {
            entries.takeEntries(event.entries());
        }
        if (!event.bandwidth().isEmpty()) {
            bandwidth.take(event.bandwidth());
        }
        stored.accept(new Stored(event.readings()));
    }
}
