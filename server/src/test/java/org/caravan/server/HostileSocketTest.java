package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.caravan.json.Json;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Frames and messages that no page sends, at the editor's socket of a real server: each ends its own socket, or is refused in an answer,
 * and costs no more than a message may.
 */
class HostileSocketTest {

    private static final String LANGUAGE = "/editor/language?application=none";
    private static final int LARGEST = 4 << 20;
    private static final int TOO_BIG = 1009;

    private final Client client = Server.shared().client;
    private final List<RawSocket> sockets = new ArrayList<>();

    private RawSocket open() throws IOException {
        RawSocket socket = new RawSocket(client.base, LANGUAGE, client.token);
        sockets.add(socket);
        assertThat(socket.status).isEqualTo(101);
        return socket;
    }

    /** The places at the socket are few: the next test needs them. */
    @AfterEach
    void close() throws IOException {
        for (RawSocket socket : sockets) {
            socket.close();
        }
        Path drafts = Server.shared().data.resolve("scratch/drafts");
        Awaitility.await("drafts of closed pages").until(() -> !Files.exists(drafts) || drafts.toFile().list().length == 0);
    }

    private JsonNode draft(RawSocket socket) throws IOException {
        JsonNode first = Json.mapper().readTree(message(socket));
        assertThat(first.path("method").asString()).isEqualTo("caravan/draft");
        return first.path("params");
    }

    private static String message(RawSocket socket) throws IOException {
        RawSocket.Frame frame = socket.next();
        assertThat(frame.operation()).as(frame.text()).isEqualTo(RawSocket.TEXT);
        return frame.text();
    }

    private static JsonNode asked(RawSocket socket, int id, String method, Object about) throws IOException {
        socket.text(Json.write(Map.of("jsonrpc", "2.0", "id", id, "method", method, "params", about)));
        while (true) {
            JsonNode answer = Json.mapper().readTree(message(socket));
            if (answer.path("id").asInt(0) == id && !answer.has("method")) {
                return answer;
            }
        }
    }

    @Test
    void aFrameOrAMessageThatIsTooLongEndsItsSocketAlone() throws Exception {
        RawSocket neighbour = open();
        String folder = draft(neighbour).path("folder").asString();
        RawSocket pieces = open();
        byte[] piece = "a".repeat(1 << 16).getBytes(StandardCharsets.US_ASCII);
        Throwable refused = catchThrowable(() -> {
            pieces.send(RawSocket.TEXT, false, piece);
            for (int sent = piece.length; sent <= LARGEST + piece.length; sent += piece.length) {
                pieces.send(RawSocket.CONTINUATION, false, piece);
            }
        });
        assertThat(pieces.closed()).as("fragments without end; %s", refused).isIn(TOO_BIG, RawSocket.ABNORMAL);
        RawSocket large = open();
        large.header(RawSocket.TEXT, true, Long.MAX_VALUE, true);
        Throwable stopped = catchThrowable(() -> {
            for (int sent = 0; sent <= LARGEST + piece.length; sent += piece.length) {
                large.send(piece);
            }
        });
        assertThat(large.closed()).as("a frame of 2^63 bytes; %s", stopped).isIn(TOO_BIG, RawSocket.ABNORMAL);
        assertThat(asked(neighbour, 1, "textDocument/hover", Map.of("textDocument", Map.of("uri", folder + "x"))).path("id").asInt())
                .isEqualTo(1);
    }

    @Test
    void whatIsNoTextOfUtf8OrNoFrameOfAClientEndsItsSocket() throws Exception {
        for (byte[] bytes : List.of(new byte[] {(byte) 0xff, (byte) 0xfe}, new byte[] {(byte) 0xc0, (byte) 0x80},
                new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80}, new byte[] {(byte) 0xe4})) {
            RawSocket socket = open();
            socket.send(RawSocket.TEXT, true, bytes);
            assertThat(socket.closed()).as("invalid UTF-8 %s", bytes).isEqualTo(1007);
        }
        RawSocket unmasked = open();
        unmasked.header(RawSocket.TEXT, true, 2, false);
        unmasked.send(new byte[] {'{', '}'});
        assertThat(unmasked.closed()).as("without a mask").isEqualTo(1002);
        RawSocket reserved = open();
        reserved.send(3, true, new byte[0]);
        assertThat(reserved.closed()).as("a reserved operation").isEqualTo(1002);
        RawSocket orphan = open();
        orphan.send(RawSocket.CONTINUATION, true, new byte[] {'{', '}'});
        assertThat(orphan.closed()).as("the continuation of nothing").isEqualTo(1002);
        RawSocket binary = open();
        binary.send(RawSocket.BINARY, true, new byte[] {1});
        assertThat(binary.closed()).as("bytes").isEqualTo(1003);
        RawSocket ping = open();
        ping.send(RawSocket.PING, true, new byte[126]);
        assertThat(ping.closed()).as("a ping of more than 125 bytes").isEqualTo(1002);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Content-Length: 5\r\n\r\n{}", "Content-Length: 99999999999\r\n\r\n{\"jsonrpc\":\"2.0\"}", "[]", "{",
            "null", "7", "\"text\"", "{\"jsonrpc\":\"2.0\",\"id\":{}}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":[[[[1]]]]}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didChange\",\"params\":{\"textDocument\":7}}"})
    void whatIsNoMessageOfTheProtocolEndsItsSocketOrIsRefused(String text) throws Exception {
        RawSocket socket = open();
        draft(socket);
        socket.text(text);
        socket.send(RawSocket.CLOSE, true, new byte[] {0x03, (byte) 0xe8});
        assertThat(socket.closed()).as(text).isIn(1000, 1007);
        assertThat(client.open("health").path("status").asString()).isEqualTo("UP");
    }

    @Test
    void deepMessagesEndTheirSocketAlone() throws Exception {
        RawSocket socket = open();
        draft(socket);
        socket.text("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"textDocument/hover\",\"params\":" + "[".repeat(200_000)
                + "]".repeat(200_000) + "}");
        socket.send(RawSocket.CLOSE, true, new byte[] {0x03, (byte) 0xe8});
        assertThat(socket.closed()).isIn(1000, 1007);
        RawSocket other = open();
        assertThat(draft(other).has("folder")).as("the next page").isTrue();
    }

    @Test
    void onlyTextsOfTheOwnDraftAreReadAndOnlyMethodsForPagesAnswered() throws Exception {
        RawSocket socket = open();
        RawSocket neighbour = open();
        String folder = draft(socket).path("folder").asString();
        String others = draft(neighbour).path("folder").asString();
        asked(socket, 1, "initialize", Map.of("processId", 1, "capabilities", Map.of(), "rootUri", "file:///etc", "workspaceFolders",
                List.of(Map.of("uri", "file:///etc", "name", "etc"))));
        String data = Server.shared().data.toUri().toString();
        String upwards = folder.substring(0, folder.length() - 1);
        List<String> foreign = List.of("file:///etc/passwd", "file:/etc/passwd", others + "0-x.caravan", data + "token",
                folder + "../../../token", folder + "%2e%2e/%2e%2e/%2e%2e/token",
                folder + "%2E./x", upwards + "-other/x.caravan", "FILE:///etc/passwd", "http://127.0.0.1:1/x.caravan",
                "jar:file:///x.jar!/y", "classpath:/application.yaml", "", "platform:/resource/x", "\u0000");
        int id = 1;
        for (String uri : foreign) {
            for (String method : List.of("textDocument/documentSymbol", "textDocument/definition", "textDocument/formatting",
                    "caravan/picture")) {
                JsonNode answer = asked(socket, ++id, method, Map.of("uri", uri, "textDocument", Map.of("uri", uri), "position",
                        Map.of("line", 0, "character", 0)));
                assertThat(answer.path("error").path("message").asString("")).as("%s of %s: %s", method, uri, answer)
                        .contains("not about a text of this draft");
            }
        }
        for (String method : List.of("textDocument/hover", "textDocument/documentSymbol", "caravan/picture")) {
            assertThat(asked(socket, ++id, method, Map.of()).path("error").path("message").asString("")).as("%s of nothing", method)
                    .contains("not about a text of this draft");
        }
        for (String method : List.of("workspace/executeCommand", "workspace/symbol", "workspace/didChangeWatchedFiles", "shutdown",
                "$/unknown", "java.lang.Runtime/exec", "caravan/other", "")) {
            assertThat(asked(socket, ++id, method, Map.of()).has("error")).as(method).isTrue();
        }
        socket.text(Json.write(Map.of("jsonrpc", "2.0", "method", "exit")));
        assertThat(asked(neighbour, 9, "workspace/symbol", Map.of("query", "x")).has("error")).as("the neighbour still answers").isTrue();
    }

    /** Java's client does not tell of 1013, which is why this was not seen before. */
    @Test
    void afterItsShareAnotherPageOfATokenIsRefusedUntilOneIsClosed() throws Exception {
        List<RawSocket> pages = new ArrayList<>();
        for (int page : IntStream.range(0, 4).toArray()) {
            pages.add(open());
            assertThat(draft(pages.get(page)).has("folder")).isTrue();
        }
        RawSocket fifth = open();
        assertThat(fifth.closed()).isEqualTo(1013);
        pages.get(0).close();
        Awaitility.await("the place of the closed page").until(() -> {
            RawSocket next = open();
            RawSocket.Frame first = next.next();
            return first.operation() == RawSocket.TEXT;
        });
    }
}
