package org.caravan.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeploymentFollowerTest {

    private static final String RUNNING = "{\"id\":\"6\",\"state\":\"RUNNING\",\"steps\":[]}";
    private static final String DONE = "{\"id\":\"6\",\"state\":\"DONE\",\"steps\":[]}";
    private static final String NO_ANSWER = "";

    private final List<String> shown = new ArrayList<>();
    private final List<String> answers = new ArrayList<>();
    private final AtomicInteger transfers = new AtomicInteger();
    private HttpServer server;

    /** One answer after the other, and the last one for ever; {@link #NO_ANSWER} ends the connection. */
    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/api/v1/applications/shop/deployments/6", exchange -> {
            String answer = answers.size() > 1 ? answers.remove(0) : answers.get(0);
            if (!answer.equals(NO_ANSWER)) {
                byte[] body = answer.getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(status(answer), body.length);
                exchange.getResponseBody().write(body);
            }
            exchange.close();
        });
        server.start();
    }

    private static int status(String answer) {
        if (answer.startsWith("<html>")) {
            return Integer.parseInt(answer.substring("<html>".length()).split(" ")[0]);
        }
        return answer.contains("\"code\"") ? answer.contains("unknown") ? 404 : 503 : 200;
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private DeploymentEnd follow(Duration patience, String... given) {
        answers.addAll(List.of(given));
        Api api = new Api(URI.create("http://127.0.0.1:" + server.getAddress().getPort()), Optional.empty());
        return new DeploymentFollower(api, new Lines(), false, new Polling(new Lines(), patience)).follow("shop", "6");
    }

    @Test
    void aServerThatRestartsIsWaitedFor() {
        assertThat(follow(Duration.ofMinutes(1), RUNNING, NO_ANSWER, "{\"code\":\"database-away\"}", RUNNING, DONE))
                .isEqualTo(DeploymentEnd.DONE);
        assertThat(shown).containsExactly("Deployment 6 is done.");
    }

    /** The server has no images' progress, or ends between the two reads: the next read of the deployment finds out which. */
    @Test
    void aDeploymentIsFollowedWithoutTheProgressOfItsImages() {
        String images = """
                {"id":"6","state":"RUNNING","steps":[{"attempt":1,"phase":"DEPLOY","number":1,"text":"-> #1 IMAGE shop:1@1 on pi-1",
                "kind":"IMAGE","state":"RUNNING","attempts":1}]}""";
        server.createContext("/api/v1/image-transfers", exchange -> {
            transfers.incrementAndGet();
            exchange.close();
        });
        assertThat(follow(Duration.ofMinutes(1), images, NO_ANSWER, images, DONE)).isEqualTo(DeploymentEnd.DONE);
        assertThat(transfers).hasPositiveValue();
        assertThat(shown).containsExactly("Deployment 6 is done.");
    }

    @Test
    void soIsOneOfWhichAProxySaysInAPageThatItIsAway() {
        assertThat(follow(Duration.ofMinutes(1), RUNNING, "<html>502 Bad Gateway", "<html>503 Service Unavailable",
                "<html>504 Gateway Timeout", DONE)).isEqualTo(DeploymentEnd.DONE);
        assertThat(shown).containsExactly("Deployment 6 is done.");
    }

    @Test
    void aProxysPageIsNotWaitedForForEverEither() {
        assertThatThrownBy(() -> follow(Duration.ZERO, RUNNING, "<html>502 Bad Gateway"))
                .isInstanceOfSatisfying(ApiFault.class, fault -> assertThat(fault.code()).isEqualTo("http-502"))
                .hasMessageContaining("reports that the server is unavailable (HTTP 502).")
                .hasMessageEndingWith("\n    Maybe check then: caravan deployments shop --follow");
    }

    @Test
    void anotherPageIsNoCaravanServer() {
        assertThatThrownBy(() -> follow(Duration.ofMinutes(1), RUNNING, "<html>404 Not Found")).isInstanceOfSatisfying(ApiFault.class,
                fault -> assertThat(fault.code()).isEqualTo("not-a-caravan-server"));
    }

    @Test
    void notForEverAndThenItSaysWhereToLook() {
        assertThatThrownBy(() -> follow(Duration.ZERO, RUNNING, NO_ANSWER))
                .isInstanceOfSatisfying(ApiFault.class, fault -> assertThat(fault.code()).isEqualTo("server-unreachable"))
                .hasMessageContaining("does not answer").hasMessageContaining("continues its work")
                .hasMessageEndingWith("\n    Maybe check then: caravan deployments shop --follow");
    }

    @Test
    void whatIsRefusedIsNotAskedAgain() {
        assertThatThrownBy(() -> follow(Duration.ofMinutes(1), "{\"code\":\"unknown-deployment\",\"detail\":\"There is none.\"}"))
                .hasMessage("There is none.");
    }

    private final class Lines implements Display {

        @Override
        public void line(String text) {
            shown.add(text);
        }

        @Override
        public void diff(String text) {
            shown.add(text);
        }

        @Override
        public void bar(int done, int total, String what, OptionalDouble secondsLeft) {}
    }
}
