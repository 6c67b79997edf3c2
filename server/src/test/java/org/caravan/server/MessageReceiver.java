package org.caravan.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.caravan.json.Json;
import tools.jackson.databind.JsonNode;

/** Receives messages of rules: refuses those with another signature, and answers the first one with an error. */
final class MessageReceiver implements AutoCloseable {

    private static final String KEY = "0123456789abcdef0123456789abcdef";

    private final HttpServer server;
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicReference<String> received = new AtomicReference<>();

    MessageReceiver() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/alarm", this::answer);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** Writes the key of the signatures. */
    void keyIn(Path credentials) throws IOException {
        Files.createDirectories(credentials.resolve("messages"));
        Files.createFile(credentials.resolve("messages/key"), PosixFilePermissions.asFileAttribute(PosixFilePermissions
                .fromString("rw-------")));
        Files.writeString(credentials.resolve("messages/key"), KEY + "\n");
    }

    JsonNode message() {
        return Json.read(received.get(), JsonNode.class);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String signature = exchange.getRequestHeaders().getFirst("Caravan-Signature");
        String time = signature.replaceFirst("t=([0-9]+),.*", "$1");
        int status = !signature.equals("t=" + time + ",v1=" + hmac(time + "." + body)) ? 403 : asked.incrementAndGet() == 1 ? 503 : 204;
        if (status == 204) {
            received.set(body);
        }
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private static String hmac(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(KEY.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
