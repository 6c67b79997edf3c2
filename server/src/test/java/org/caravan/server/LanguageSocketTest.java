package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.caravan.json.Json;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The editor's socket as a program sees it; in a browser it is seen by EditorTest. */
class LanguageSocketTest implements WebSocket.Listener {

    private static final long LIMIT_S = 120;

    private final Client client = Server.shared().client;
    private final BlockingQueue<JsonNode> heard = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final StringBuilder partial = new StringBuilder();

    @Test
    void onlyWhoMayUseTheServerIsHeardAndOnlyFromItsOwnPages() {
        assertThat(refusal(HttpClient.newHttpClient().newWebSocketBuilder())).isEqualTo(302);
        assertThat(refusal(authorized().header("Origin", "http://127.0.0.1:1"))).isEqualTo(403);
    }

    private int refusal(WebSocket.Builder socket) {
        try {
            socket.buildAsync(address(), this).join().abort();
            return 101;
        } catch (CompletionException e) {
            return ((WebSocketHandshakeException) e.getCause()).getResponse().statusCode();
        }
    }

    @Test
    void aPageSeesItsDraftAndNothingElseOfThisMachine() throws Exception {
        WebSocket socket = authorized().header("Origin", client.base.toString()).buildAsync(address(), this).join();
        JsonNode draft = await(message -> message.path("method").asString("").equals("caravan/draft")).path("params");
        assertThat(draft.path("keywords").valueStream().map(JsonNode::asString)).contains("application", "component");
        String folder = draft.path("folder").asString();
        Path place = Path.of(URI.create(folder));
        assertThat(place).as("not among the temporary files of the machine").isDirectory()
                .hasParent(Server.shared().data.resolve("scratch/drafts").toAbsolutePath());
        say(socket, Map.of("id", 1, "method", "initialize", "params",
                Map.of("processId", 1, "rootUri", "file:///etc", "capabilities", Map.of())));
        await(message -> message.path("id").asInt(0) == 1);
        say(socket, Map.of("method", "initialized", "params", Map.of()));
        say(socket, Map.of("method", "textDocument/didOpen", "params", Map.of("textDocument",
                Map.of("uri", folder + "shop.caravan", "languageId", "caravan", "version", 1, "text", "application shop {"
                        + " ".repeat(100_000) + "component}"))));
        assertThat(await(message -> message.path("method").asString("").equals("textDocument/publishDiagnostics")
                && !message.path("params").path("diagnostics").isEmpty()).path("params").path("uri").asString()).endsWith("/shop.caravan");
        say(socket, Map.of("id", 2, "method", "textDocument/documentSymbol", "params",
                Map.of("textDocument", Map.of("uri", "file:///etc/passwd"))));
        assertThat(await(message -> message.path("id").asInt(0) == 2).path("error").path("message").asString())
                .contains("not about a text of this draft");
        say(socket, Map.of("id", 3, "method", "workspace/executeCommand", "params", Map.of("command", "any")));
        assertThat(await(message -> message.path("id").asInt(0) == 3).has("error")).isTrue();
        say(socket, Map.of("method", "exit"));
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
        assertThat(client.open("health").path("status").asString()).as("exit is not for pages").isNotEmpty();
        Awaitility.await("the draft to be removed").until(() -> !Files.exists(place));
    }

    @Test
    void aPageWhoseTokenIsRevokedIsClosed() throws Exception {
        JsonNode made = client.expect(201, "POST", "tokens", "{\"name\": \"editor of a test\", \"role\": \"deployer\"}");
        authorized(made.path("token").asString()).header("Origin", client.base.toString()).buildAsync(address(), this).join();
        await(message -> message.path("method").asString("").equals("caravan/draft"));
        client.expect(204, "DELETE", "tokens/" + made.path("made").path("id").asString(), null);
        assertThat(closed.get(LIMIT_S, TimeUnit.SECONDS)).isEqualTo(1008);
    }

    private WebSocket.Builder authorized() {
        return authorized(client.token);
    }

    private static WebSocket.Builder authorized(String token) {
        return HttpClient.newHttpClient().newWebSocketBuilder().header("Authorization", "Bearer " + token);
    }

    private URI address() {
        return URI.create("ws://" + client.base.getAuthority() + "/editor/language?application=none");
    }

    private static void say(WebSocket socket, Map<String, Object> message) {
        Map<String, Object> whole = new TreeMap<>(message);
        whole.put("jsonrpc", "2.0");
        socket.sendText(Json.write(whole), true).join();
    }

    private JsonNode await(Predicate<JsonNode> wished) throws InterruptedException {
        while (true) {
            JsonNode message = heard.poll(LIMIT_S, TimeUnit.SECONDS);
            assertThat(message).as("a message in time").isNotNull();
            if (wished.test(message)) {
                return message;
            }
        }
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int status, String reason) {
        closed.complete(status);
        return null;
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        partial.append(data);
        if (last) {
            heard.add(Json.mapper().readTree(partial.toString()));
            partial.setLength(0);
        }
        from.request(1);
        return null;
    }
}
