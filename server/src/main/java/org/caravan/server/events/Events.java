package org.caravan.server.events;

import org.caravan.server.broker.Broadcasts;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Publishes events of the server. Thread-safe; never fails its caller. */
@Component
public class Events {

    private final Broadcasts broadcasts;
    private final JsonMapper json;

    Events(Broadcasts broadcasts, JsonMapper json) {
        this.broadcasts = broadcasts;
        this.json = json;
    }

    public void publish(Event event) {
        broadcasts.tell(Broadcasts.EVENTS, json.writerFor(Event.class).writeValueAsString(event), "event not published: " + event);
    }
}
