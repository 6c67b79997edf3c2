package org.caravan.adapter.node.router;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Users who looked up the address once and keep their connections: 100 requests a second. */
final class KeptConnections implements AutoCloseable {

    private static final int PER_SECOND = 100;

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final ConcurrentLinkedQueue<CompletableFuture<Void>> sent = new ConcurrentLinkedQueue<>();
    final Map<String, Integer> answers = new ConcurrentHashMap<>();
    final ConcurrentLinkedQueue<String> lost = new ConcurrentLinkedQueue<>();

    KeptConnections(int port) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/")).timeout(Duration.ofMinutes(2)).build();
        clock.scheduleAtFixedRate(() -> sent.add(client.sendAsync(request, BodyHandlers.ofString()).handle(this::count)), 0,
                1_000_000 / PER_SECOND, TimeUnit.MICROSECONDS);
    }

    private Void count(HttpResponse<String> answer, Throwable failure) {
        if (failure != null || answer.statusCode() != 200) {
            lost.add(failure != null ? failure.toString() : "status " + answer.statusCode());
        } else {
            answers.merge(answer.body(), 1, Integer::sum);
        }
        return null;
    }

    int sent() {
        return sent.size();
    }

    /** Waits for every answer. */
    @Override
    public void close() throws InterruptedException {
        clock.shutdown();
        clock.awaitTermination(2, TimeUnit.MINUTES);
        List<CompletableFuture<Void>> all = new ArrayList<>(sent);
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).orTimeout(2, TimeUnit.MINUTES).join();
    }
}
