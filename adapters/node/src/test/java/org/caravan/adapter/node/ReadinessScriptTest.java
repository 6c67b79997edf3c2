package org.caravan.adapter.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the script says of an endpoint, and how many programs it starts for that: the port is asked on this machine. */
class ReadinessScriptTest {

    @TempDir
    private Path folder;

    @Test
    void acceptingIsEnoughWhereNoPathIsAsked() throws Exception {
        try (ServerSocket door = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            assertThat(said(door.getLocalPort(), "")).isEmpty();
        }
        assertThat(folder.resolve("nearby")).as("one program: docs/decisions/host-connections.md").content().isEqualTo("bash\n");
    }

    @Test
    void aPathHasToAnswerAsTheModelSays() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(exchange.getRequestURI().getPath().equals("/ready") ? 200 : 503, -1);
            exchange.close();
        });
        server.start();
        int port = server.getAddress().getPort();
        try {
            assertThat(said(port, "/ready")).isEmpty();
            assertThat(said(port, "/")).isEqualTo("GET / on port " + port + " answers 503, not 200\n");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void whoAcceptsAndSaysNothingIsNotWaitedForLong() throws Exception {
        try (ServerSocket door = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            assertThat(said(door.getLocalPort(), "/"))
                    .isEqualTo("port " + door.getLocalPort() + " accepts, but does not answer within 5 s\n");
        }
    }

    @Test
    void nobodyListens() throws Exception {
        int port;
        try (ServerSocket door = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            port = door.getLocalPort();
        }
        assertThat(said(port, "")).isEqualTo("nothing listens on port " + port + "\n");
    }

    private String said(int port, String path) throws Exception {
        Files.writeString(folder.resolve("caravan"), "spec abc\naddress 127.0.0.1 8 127.0.0.1\n");
        String around = "ours() { :; }; running() { :; }; nearby() { echo \"$1\" >>\"$FOLDER/nearby\"; \"$@\"; }\n";
        ProcessBuilder bash = new ProcessBuilder("bash", "-euo", "pipefail", "-c", around
                + new NodeScripts(ReadinessScriptTest.class).text("ready.sh"))
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        bash.environment().put("FOLDER", folder.toString());
        bash.environment().put("HOST", "pi-1");
        bash.environment().put("PORT", Integer.toString(port));
        bash.environment().put("HTTP_PATH", path);
        bash.environment().put("STATUS", "200");
        return new String(bash.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
