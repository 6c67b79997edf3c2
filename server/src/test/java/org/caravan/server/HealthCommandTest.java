package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class HealthCommandTest {

    @Test
    void whatTheServerAnswersBecomesAnExitCode() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        int[] answer = {200};
        server.createContext("/api/v1/health", asked -> {
            asked.sendResponseHeaders(answer[0], -1);
            asked.close();
        });
        server.start();
        String port = Integer.toString(server.getAddress().getPort());
        assertThat(HealthCommand.run(port, "health")).contains(0);
        answer[0] = 503;
        assertThat(HealthCommand.run(port, "health")).contains(1);
        server.stop(0);
        assertThat(HealthCommand.run(port, "health")).as("nobody listens").contains(1);
        assertThat(HealthCommand.run("eighty", "health")).as("no port").contains(1);
    }

    @Test
    void otherArgumentsAreNotIts() {
        assertThat(HealthCommand.run("8080")).isEmpty();
        assertThat(HealthCommand.run("8080", "health", "now")).isEmpty();
        assertThat(HealthCommand.run("8080", "backup", "file")).isEmpty();
    }
}
