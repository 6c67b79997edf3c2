package org.caravan.server;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * A REST API with one answer to every request: nodes that are fit or not, a log that somebody changed, copies of nobody, a command that
 * fails. Simulated hosts show none of these; NodeOnboardingTest and the adapters' contracts test them on real ones.
 */
final class CannedNode implements AutoCloseable {

    private final HttpServer server;
    private volatile String answer = "{}";

    CannedNode() throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    void answer(String json) {
        answer = json;
    }

    /** A task on a node whose host key is pinned. @param verdict of its one finding */
    void task(String state, String verdict) {
        answer("{\"id\":\"1\",\"state\":\"" + state + "\","
                + "\"hostKey\":{\"knowledge\":\"PINNED\"},\"diffText\":\"\",\"findings\":[{\"verdict\":\""
                + verdict + "\",\"subject\":\"swap\",\"what\":\"none\",\"wayOut\":\"\"}],"
                + "\"capability\":{\"version\":1,\"measuredAt\":\"2026-11-21T22:00:00Z\",\"figures\":[" + (verdict.equals("OK")
                        ? "{\"what\":\"cpu\",\"unit\":\"events/s\",\"mean\":2500.4,\"halfWidth95\":12.34,\"times\":5}" : "") + "]}}");
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
