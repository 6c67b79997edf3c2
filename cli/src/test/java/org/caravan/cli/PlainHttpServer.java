package org.caravan.cli;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/**
 * Answers every request on a loopback port of its own, with one text or by its path: how other programs, or a refusing server, look to the
 * client.
 */
public final class PlainHttpServer implements AutoCloseable {

    private final HttpServer server;
    private final List<String> bodies = Collections.synchronizedList(new ArrayList<>());
    private final List<Headers> headers = Collections.synchronizedList(new ArrayList<>());
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());

    public PlainHttpServer(String answer) throws IOException {
        this(200, answer);
    }

    /**
     * @param status of HTTP
     * @param next value of the header Link; empty for none
     */
    public record Answer(int status, String body, String next) {

        public Answer(int status, String body) {
            this(status, body, "");
        }
    }

    /** @param status of HTTP */
    public PlainHttpServer(int status, String answer) throws IOException {
        this(request -> new Answer(status, answer));
    }

    /** @param answers by method and path: {@code GET /api/v1/applications} */
    public PlainHttpServer(Function<String, Answer> answers) throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI().toString());
            headers.add(exchange.getRequestHeaders());
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            Answer answer = answers.apply(exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath());
            if (!answer.next().isEmpty()) {
                exchange.getResponseHeaders().add("Link", answer.next());
            }
            byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Paths with queries as they came, undecoded, in their order. */
    public List<String> asked() {
        return List.copyOf(asked);
    }

    /** Values of this header in all requests that have it. */
    public List<String> header(String name) {
        return List.copyOf(headers).stream().filter(all -> all.containsKey(name)).map(all -> all.getFirst(name)).toList();
    }

    /** Of the same requests. */
    public List<String> bodies() {
        return List.copyOf(bodies);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
