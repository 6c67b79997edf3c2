package org.caravan.server.events;

import jakarta.annotation.PreDestroy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import org.caravan.json.Json;
import org.caravan.server.organisation.CredentialValidity;
import org.caravan.server.rest.ProblemException;
import org.caravan.server.share.Holder;
import org.caravan.server.share.Share;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import tools.jackson.databind.JsonNode;

/** Connected event listeners, and the latest events for listeners that reconnect. */
@Component("eventListeners")
public class Listeners {

    private static final Share SHARE = new Share(8, 32, 64);
    private static final int REMEMBERED = 256;

    private final Set<Listener> listeners = new CopyOnWriteArraySet<>();
    private final Deque<Numbered> latest = new ArrayDeque<>();
    private final Audience audience;
    private long lastNumber;

    Listeners(Audience audience) {
        this.audience = audience;
    }

    /**
     * An event on the wire. Numbers increase by one and restart with the server.
     *
     * @param owner organisation that receives it
     * @param open whether all organisations receive it
     */
    record Numbered(long number, String json, boolean open, Optional<String> owner) {}

    /** Called by the route that reads the event topic. */
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
     * Listens from the event after {@code lastSeen}; a negative number listens from now on.
     *
     * @param standing whether the caller may continue to listen
     */
    synchronized SseEmitter listen(long lastSeen, Holder caller, CredentialValidity standing) {
        SHARE.exceeded(listeners.stream().map(Listener::holder).toList(), caller).ifPresent(exceeded -> {
            throw new ProblemException(HttpStatus.SERVICE_UNAVAILABLE, "too-many-listeners",
                    "Already " + exceeded.most() + " clients " + exceeded.whose() + " listen to events.",
                            "close a console window, or retry later.");
        });
        List<Numbered> missed = lastSeen < 0
                ? List.of() : latest.stream().filter(event -> event.number() > lastSeen).toList();
        Listener listener = new Listener(caller, standing, listeners::remove);
        listeners.add(listener);
        missed.forEach(listener::offer);
        return listener.emitter();
    }

    /** Lets both ends detect a dead connection, and ends connections whose token is no longer valid. */
    @Scheduled(fixedRate = 15_000)
    void heartbeat() {
        listeners.forEach(listener -> {
            if (good(listener)) {
                listener.beat();
            } else {
                listener.close();
            }
        });
    }

    private static boolean good(Listener listener) {
        try {
            return listener.standing().good();
        } catch (DataAccessException away) {
            return true; // checked again at the next beat
        }
    }

    @PreDestroy
    void close() {
        listeners.forEach(Listener::close);
    }
}
