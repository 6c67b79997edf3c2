package org.caravan.server.events;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import jakarta.annotation.PreDestroy;
import org.caravan.json.Json;
import org.caravan.server.organisation.Reach;
import org.caravan.server.rest.Refusal;
import org.springframework.http.HttpStatus;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import tools.jackson.databind.JsonNode;

/** Browsers that listen, and the latest events for those who come back after a break. */
@Component("eventListeners")
public class Listeners {

    private static final int MOST_LISTENERS = 64;
    /** Of one token, and of all of an organisation: nobody takes the live view from the others. */
    private static final int OF_A_TOKEN = 8;
    private static final int OF_AN_ORGANISATION = MOST_LISTENERS / 2;
    private static final int REMEMBERED = 256;

    private final Set<Listener> listeners = new CopyOnWriteArraySet<>();
    private final Deque<Numbered> latest = new ArrayDeque<>();
    private final Audience audience;
    private long lastNumber;

    Listeners(Audience audience) {
        this.audience = audience;
    }

    /**
     * An event as it goes over the wire; numbers rise by one and start anew with the server.
     *
     * @param owner organisation that hears of it
     * @param open whether all do
     */
    record Numbered(long number, String json, boolean open, Optional<String> owner) {}

    /** Called by the route that reads the events' topic. */
    public void deliver(String json) {
        JsonNode event = Json.mapper().readTree(json);
        deliver(json, Audience.open(event), audience.owner(event));
    }

    private synchronized void deliver(String json, boolean open, Optional<String> owner) {
        Numbered event = new Numbered(++lastNumber, json, open, owner);
        latest.addLast(event);
        if (latest.size() > REMEMBERED) {
            latest.removeFirst();
        }
        listeners.forEach(listener -> listener.offer(event));
    }

    /**
     * Listens from the event after {@code lastSeen} on; a negative number listens from now on.
     *
     * @param caller whose token it is
     */
    synchronized SseEmitter listen(long lastSeen, String caller, Reach reach) {
        refuse(listeners.stream().filter(each -> each.caller().equals(caller)).count(), OF_A_TOKEN, "with this token");
        if (!reach.all()) {
            refuse(listeners.stream().filter(each -> each.reach().equals(reach)).count(), OF_AN_ORGANISATION, "of this organisation");
        }
        refuse(listeners.size(), MOST_LISTENERS, "of this server");
        List<Numbered> missed = lastSeen < 0
                ? List.of() : latest.stream().filter(event -> event.number() > lastSeen).toList();
        Listener listener = new Listener(caller, reach, listeners::remove);
        listeners.add(listener);
        missed.forEach(listener::offer);
        return listener.emitter();
    }

    private static void refuse(long listening, int most, String whose) {
        if (listening >= most) {
            throw new Refusal(HttpStatus.SERVICE_UNAVAILABLE, "too-many-listeners",
                    "Already " + most + " clients " + whose + " listen to events.", "close a console window, or ask later.");
        }
    }

    /** Lets both ends notice a connection that died without a word. */
    @Scheduled(fixedRate = 15_000)
    void heartbeat() {
        listeners.forEach(Listener::beat);
    }

    @PreDestroy
    void close() {
        listeners.forEach(Listener::close);
    }
}
