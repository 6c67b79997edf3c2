package org.caravan.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who asks for a list gets all of it, however the server parts it. */
class PagesTest {

    private static String all(Map<String, String> pages, Map<String, String> next) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().toString();
            Optional.ofNullable(next.get(path)).ifPresent(link -> exchange.getResponseHeaders()
                    .add("Link", "<" + link + ">; rel=\"next\""));
            byte[] body = pages.get(path).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            return new Api(URI.create("http://127.0.0.1:" + server.getAddress().getPort()), Optional.empty()).all(ApiPath.of("things"))
                    .toString();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void listsArePutTogetherToTheirEnd() throws IOException {
        assertThat(all(Map.of("/api/v1/things", "[1,2]", "/api/v1/things?after=a%20b", "[3]", "/api/v1/things?after=c", "[]"),
                Map.of("/api/v1/things", "/api/v1/things?after=a%20b", "/api/v1/things?after=a%20b", "/api/v1/things?after=c")))
                        .isEqualTo("[1,2,3]");
    }

    @Test
    void soAreListsThatAreFields() throws IOException {
        assertThat(all(Map.of("/api/v1/things", "{\"hosts\":[1],\"silent\":[],\"own\":[9]}", "/api/v1/things?after=a",
                "{\"hosts\":[2],\"silent\":[3],\"own\":[]}"),
                Map.of("/api/v1/things", "/api/v1/things?after=a"))).isEqualTo("{\"hosts\":[1,2],\"silent\":[3],\"own\":[9]}");
    }

    @Test
    void oneThatHasNoPagesIsAsItIs() throws IOException {
        assertThat(all(Map.of("/api/v1/things", "{\"a\":1}"), Map.of())).isEqualTo("{\"a\":1}");
    }
}
