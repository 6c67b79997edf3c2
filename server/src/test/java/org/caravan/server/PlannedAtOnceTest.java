package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.caravan.cli.Main;
import org.caravan.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Two applications that are planned from the same state and fit on the same host only alone: another host is left for the second. */
class PlannedAtOnceTest {

    @TempDir
    Path data;

    @Test
    void theSecondIsRefusedAndPlannedAgain() throws IOException {
        try (Server server = Server.start(data, List.of("--caravan.adaptation.every=0s"))) {
            Client client = server.client;
            client.put("infrastructure", files("city.caravan", Server.text("field-faults/city.caravan")));
            String one = planned(client, "one");
            String two = planned(client, "two");
            client.expect(202, "POST", "applications/one/plans/" + one + "/approval", null);
            JsonNode refusal = client.expect(409, "POST", "applications/two/plans/" + two + "/approval", null);
            assertThat(refusal.path("code").asString()).isEqualTo("resource-taken");
            assertThat(refusal.path("detail").asString()).contains("of two needs what other applications have reserved: cpu on host ("
                    + hostOf(client, "one") + "): 6 needed, 2 free").doesNotContain("one needs");
            assertThat(refusal.path("suggestion").asString()).isEqualTo("plan again and approve the new plan.");
            assertThat(client.get("applications/two").path("instances")).isEmpty();
            // The suggestion works when it is followed.
            client.expect(202, "POST", "applications/two/plans/" + planned(client, "two") + "/approval", null);
            assertThat(hostOf(client, "two")).isNotEqualTo(hostOf(client, "one"));
            client.await("applications/one/deployments/latest", run -> run.path("state").asString().equals("DONE"));
            client.await("applications/two/deployments/latest", run -> run.path("state").asString().equals("DONE"));
        }
    }

    @Test
    void automaticApprovalPlansAgainAndSaysSo() throws IOException {
        try (Server server = Server.start(data, List.of("--caravan.adaptation.every=0s"))) {
            Client client = server.client;
            client.put("infrastructure", files("city.caravan", Server.text("field-faults/city.caravan")));
            client.put("applications/two/model", files("two.caravan", model("two")));
            String one = planned(client, "one");
            PrintStream before = System.out;
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            HttpServer overtaking = overtaking(client, "/applications/two/plans/", () ->
                    client.expect(202, "POST", "applications/one/plans/" + one + "/approval", null));
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            try {
                assertThat(Main.run("deploy", "two", "--auto-approve", "--server", "http://127.0.0.1:" + overtaking.getAddress().getPort(),
                        "--token-file", data.resolve("token").toString())).isZero();
            } finally {
                System.setOut(before);
                overtaking.stop(0);
            }
            assertThat(printed.toString(StandardCharsets.UTF_8)).contains("of two needs what other applications have reserved",
                    "\nPlanning again (2 of 3).\n", "is done.");
            assertThat(hostOf(client, "two")).isNotEqualTo(hostOf(client, "one"));
        }
    }

    /** Forwards every request to the server. Before the first approval of these plans, another application overtakes them. */
    private static HttpServer overtaking(Client client, String plans, Runnable overtake) throws IOException {
        AtomicBoolean overtaken = new AtomicBoolean();
        HttpClient http = HttpClient.newHttpClient();
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            URI asked = exchange.getRequestURI();
            if (asked.getPath().contains(plans) && asked.getPath().endsWith("/approval") && overtaken.compareAndSet(false, true)) {
                overtake.run();
            }
            HttpRequest.Builder request = HttpRequest.newBuilder(client.base.resolve(asked)).method(exchange.getRequestMethod(),
                    HttpRequest.BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()));
            for (String header : List.of("Authorization", "Content-Type", "Accept")) {
                if (exchange.getRequestHeaders().containsKey(header)) {
                    request.header(header, exchange.getRequestHeaders().getFirst(header));
                }
            }
            HttpResponse<byte[]> answer;
            try {
                answer = http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            answer.headers().firstValue("Content-Type").ifPresent(type -> exchange.getResponseHeaders().add("Content-Type", type));
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
            exchange.close();
        });
        server.start();
        return server;
    }

    private static String planned(Client client, String name) {
        client.put("applications/" + name + "/model", files(name + ".caravan", model(name)));
        return client.expect(200, "POST", "applications/" + name + "/plans", null).path("id").asString();
    }

    private static String hostOf(Client client, String name) {
        return client.get("applications/" + name).path("instances").path(0).path("hostId").asString();
    }

    private static String files(String name, String text) {
        return Json.write(Map.of("files", Map.of(name, text)));
    }

    /** A host at Frankfurt has 8 cores. */
    private static String model(String name) {
        return """
                application %s {
                  component web { form container { image "x/web"  cpu 6  memory 64 MiB  arch amd64 } provides http on 80 }
                  require web at frankfurt
                }
                """.formatted(name);
    }
}
