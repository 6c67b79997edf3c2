package org.caravan.store;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A real influxd on loopback, that can be killed and started again on the same data. */
final class Influxd implements AutoCloseable {

    static final String TOKEN = "test-token";

    private final Path folder;
    private final int port;
    private Process process;

    private Influxd(Path folder, int port) {
        this.folder = folder;
        this.port = port;
    }

    /** Why there is none; empty where there is. */
    static Optional<String> missing() {
        return Files.isExecutable(program())
                ? Optional.empty()
                : Optional.of("no influxd at " + program() + ": build it by examples/influxdb/build-influxd");
    }

    static Influxd up(Path folder) throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Influxd influxd = new Influxd(folder, free.getLocalPort());
            free.close();
            influxd.start();
            influxd.post("/api/v2/setup", "{\"username\":\"caravan\",\"password\":\"caravan-test\",\"org\":\"caravan\","
                    + "\"bucket\":\"unused\",\"token\":\"" + TOKEN + "\"}");
            return influxd;
        }
    }

    InfluxSettings settings(String prefix) {
        return new InfluxSettings(url(), "caravan", TOKEN, prefix);
    }

    /** Returns when it answers. */
    void start() throws IOException {
        process = new ProcessBuilder(List.of(
                        program().toString(), "--http-bind-address", "127.0.0.1:" + port, "--reporting-disabled",
                        "--bolt-path", folder.resolve("influxd.bolt").toString(), "--sqlite-path",
                                folder.resolve("influxd.sqlite").toString(),
                        "--engine-path", folder.resolve("engine").toString()))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("influxd.log").toFile())
                .start();
        try {
            await("influxd").failFast("it ended", () -> !process.isAlive()).until(this::answers);
        } catch (RuntimeException fault) {
            throw new IOException("influxd did not start: " + Files.readString(folder.resolve("influxd.log")), fault);
        }
    }

    /** As by a power cut. */
    void kill() {
        try {
            process.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
    }

    private static Path program() {
        String cache = Optional.ofNullable(System.getenv("CARAVAN_CACHE"))
                .or(() -> Optional.ofNullable(System.getenv("XDG_CACHE_HOME")).map(folder -> folder + "/caravan"))
                .orElse(System.getProperty("user.home") + "/.cache/caravan");
        return Path.of(cache, "influxd-2.7.12", "influxd");
    }

    private URI url() {
        return URI.create("http://127.0.0.1:" + port);
    }

    private boolean answers() {
        try {
            return send(HttpRequest.newBuilder(url().resolve("/health")).build()).statusCode() == 200;
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    private void post(String path, String json) {
        HttpResponse<String> answer = send(HttpRequest.newBuilder(url().resolve(path)).POST(HttpRequest.BodyPublishers.ofString(json))
                .build());
        if (answer.statusCode() / 100 != 2) {
            throw new IllegalStateException(path + ": " + answer.body());
        }
    }

    private static HttpResponse<String> send(HttpRequest request) {
        try {
            return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
