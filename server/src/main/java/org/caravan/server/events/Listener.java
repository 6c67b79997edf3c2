package org.caravan.server.events;

import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import org.caravan.server.events.Listeners.Numbered;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.organisation.CredentialValidity;
import org.caravan.server.share.Holder;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter.SseEventBuilder;

/**
 * One SSE connection. It has its own writer thread, so that a slow browser does not block others. If its queue overflows, it is
 * disconnected and can reconnect.
 */
final class Listener {

    private static final int QUEUE = 512;

    private final SseEmitter emitter = new SseEmitter(0L);
    private final BlockingQueue<SseEventBuilder> queue = new ArrayBlockingQueue<>(QUEUE);
    private final Thread writer;
    private final Holder holder;
    private final OrganisationScope reach;
    private final CredentialValidity standing;

    Listener(Holder holder, CredentialValidity standing, Consumer<Listener> onEnd) {
        this.holder = holder;
        this.reach = holder.reach();
        this.standing = standing;
        writer = new Thread(() -> write(onEnd), "events");
        writer.setDaemon(true);
        emitter.onCompletion(writer::interrupt);
        emitter.onError(fault -> writer.interrupt());
        queue.add(SseEmitter.event().comment("listening").reconnectTime(2_000));
        writer.start();
    }

    Holder holder() {
        return holder;
    }

    CredentialValidity standing() {
        return standing;
    }

    SseEmitter emitter() {
        return emitter;
    }

    void offer(Numbered event) {
        if (!reach.all() && !event.open() && !event.owner().filter(reach::includes).isPresent()) {
            return;
        }
        add(SseEmitter.event().id(Long.toString(event.number())).data(event.json(), MediaType.APPLICATION_JSON));
    }

    void beat() {
        add(SseEmitter.event().comment("beat"));
    }

    void close() {
        writer.interrupt();
    }

    private void add(SseEventBuilder event) {
        if (!queue.offer(event)) {
            writer.interrupt();
        }
    }

    private void write(Consumer<Listener> onEnd) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                emitter.send(queue.take());
            }
        } catch (InterruptedException | IOException | IllegalStateException e) {
            // The browser left or is too slow, or the server ends: the connection ends below.
            Thread.currentThread().interrupt();
        } finally {
            onEnd.accept(this);
            complete();
        }
    }

    private void complete() {
        try {
            emitter.complete();
        } catch (IllegalStateException e) {
            // The browser left, and the container already reuses the response for another request.
            queue.clear();
        }
    }
}
