package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.awaitility.Awaitility;

/** Listens to a server's events, as a browser does. */
final class EventReader implements AutoCloseable {

    private final InputStream stream;
    private final Queue<String> heard = new ConcurrentLinkedQueue<>();

    EventReader(Client client) {
        stream = client.send(client.request("events", "GET", null).header("Authorization", "Bearer " + client.token),
                BodyHandlers.ofInputStream()).body();
        Thread reader = new Thread(this::read, "events");
        reader.setDaemon(true);
        reader.start();
    }

    void await(String part) {
        Awaitility.await().untilAsserted(() -> assertThat(heard).anyMatch(line -> line.contains(part)));
    }

    private void read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                heard.add(line);
            }
        } catch (IOException e) {
            heard.add("ended: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
