package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.caravan.json.Json;
import tools.jackson.databind.JsonNode;

/** A headless Chromium with one page, driven by its own protocol over loopback. */
final class Browser implements AutoCloseable, WebSocket.Listener {

    private static final List<Path> PLACES = List.of(Path.of("/usr/bin/chromium"), Path.of("/usr/bin/chromium-browser"));
    private static final long LIMIT_SECONDS = 120;

    private final Process process;
    private final WebSocket socket;
    private final BlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
    private final StringBuilder partial = new StringBuilder();
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private int asked;

    static boolean missing() {
        return PLACES.stream().noneMatch(Files::isExecutable);
    }

    /** @param profile an empty folder */
    Browser(Path profile, int width, int height) throws IOException {
        process = new ProcessBuilder(PLACES.stream().filter(Files::isExecutable).findFirst().orElseThrow().toString(), "--headless",
                "--no-sandbox",
                "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
                        "--disable-sync",
                "--remote-debugging-port=0", "--remote-debugging-address=127.0.0.1", "--window-size=" + width + "," + height,
                "--user-data-dir=" + profile, "about:blank")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        Path port = profile.resolve("DevToolsActivePort");
        await("the browser says where it listens").until(() -> Files.exists(port) && lines(port).size() == 2);
        socket = HttpClient.newHttpClient().newWebSocketBuilder()
                .buildAsync(URI.create("ws://127.0.0.1:" + lines(port).get(0) + page(Integer.parseInt(lines(port).get(0)))), this).join();
        List.of("Page", "Runtime", "Log").forEach(domain -> ask(domain + ".enable", Map.of()));
    }

    void open(String url) {
        ask("Page.navigate", Map.of("url", url));
    }

    /** From the next page on: before any script of the page itself. */
    void first(String script) {
        ask("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
    }

    /** The value of an expression in the page; a promise's when it is kept. */
    JsonNode run(String script) {
        JsonNode answer = ask("Runtime.evaluate", Map.of("expression", script, "returnByValue", true, "awaitPromise", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(script + ": " + answer.path("exceptionDetails"));
        }
        return answer.path("result").path("value");
    }

    void awaitTrue(String script) {
        // A script that throws has found no such element yet.
        await(script).untilAsserted(() -> assertThat(run(script).asBoolean(false)).isTrue());
    }

    /** As a person who has set the system so. */
    void dark(boolean dark) {
        ask("Emulation.setEmulatedMedia", Map.of("features",
                List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** As if the window were so many pixels wide; 0: as wide as it is. */
    void width(int pixels) {
        if (pixels == 0) {
            ask("Emulation.clearDeviceMetricsOverride", Map.of());
        } else {
            ask("Emulation.setDeviceMetricsOverride", Map.of("width", pixels, "height", 900, "deviceScaleFactor", 1, "mobile", false));
        }
    }

    /** Presses the Tab key that many times, one after the other; returns when the page has handled all of them. */
    void tabs(int times) {
        int last = asked;
        for (int press = 0; press < times; press++) {
            for (String type : List.of("rawKeyDown", "keyUp")) {
                last = send("Input.dispatchKeyEvent", Map.of("type", type, "key", "Tab", "code", "Tab", "windowsVirtualKeyCode", 9));
            }
        }
        answer("Input.dispatchKeyEvent", last);
    }

    /** The whole page. */
    void picture(Path png) throws IOException {
        Files.write(png, Base64.getDecoder().decode(ask("Page.captureScreenshot", Map.of("captureBeyondViewport", true)).path("data")
                .asString()));
    }

    /** What is seen without scrolling. */
    void view(Path png) throws IOException {
        Files.write(png, Base64.getDecoder().decode(ask("Page.captureScreenshot", Map.of()).path("data").asString()));
    }

    /** Scripts that threw, and what the page logged as wrong. */
    List<String> faults() {
        return faults;
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        partial.append(data);
        if (last) {
            JsonNode message = Json.mapper().readTree(partial.toString());
            partial.setLength(0);
            if (message.has("id")) {
                answers.add(message);
            } else if (message.path("method").asString().equals("Runtime.exceptionThrown")
                    || message.path("params").path("entry").path("level").asString("").equals("error")) {
                faults.add(message.path("params").toString());
            }
        }
        from.request(1);
        return null;
    }

    @Override
    public void close() {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private JsonNode ask(String method, Map<String, ?> parameters) {
        return answer(method, send(method, parameters));
    }

    /** @return the id of its answer */
    private int send(String method, Map<String, ?> parameters) {
        int id = ++asked;
        socket.sendText(Json.write(Map.of("id", id, "method", method, "params", parameters)), true).join();
        return id;
    }

    /** The answer with this id; earlier ones are dropped. */
    private JsonNode answer(String method, int id) {
        try {
            for (JsonNode answer = answers.poll(LIMIT_SECONDS, TimeUnit.SECONDS); answer != null; answer =
                    answers.poll(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                if (answer.path("id").asInt() == id) {
                    return answer.path("result");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new AssertionError("the browser does not answer " + method);
    }

    private static String page(int port) {
        Client browser = new Client(port, "");
        return await("the first page").until(() -> browser.open("/json/list").valueStream()
                .filter(page -> page.path("type").asString().equals("page"))
                .map(page -> URI.create(page.path("webSocketDebuggerUrl").asString()).getPath()).findFirst(), Optional::isPresent)
                .orElseThrow();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
