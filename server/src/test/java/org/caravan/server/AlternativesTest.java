package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** A component with two container images and a microVM: each host runs the image that starts sooner of those it can run. */
class AlternativesTest {

    private static final String MODEL = """
            application page version "1" {
              component page {
                replicas 2
                form container { image "page/nginx"  cpu 0.1  memory 64 MiB  startup 0.3 s }
                form container { image "page/flask"  cpu 0.1  memory 96 MiB  startup 0.9 s }
                form microvm { image "page/unikernel"  cpu 0.25  memory 64 MiB  startup 0.2 s }
                provides http on 80  ready when GET "/" is 200
              }
              require page apart by site
              users coast { at users-coast via Fibre ipv4  rate 1 requests/s  mix read 100 % }
              request read { users -> page turns 1 bytes 1 KiB }
              minimise latency of read
              minimise startup weight 10
            }
            """;

    private Client client;

    @Test
    void copiesRunTheImageThatStartsSooner(@TempDir Path data) {
        try (Server server = Server.start(data)) {
            prepare(server);
            JsonNode first = deploy();
            assertThat(images(first)).isEqualTo(Map.of("pi-east-1", "container page/nginx", "pi-west-1", "microvm page/unikernel"));
            assertThat(first.path("reportText").asString().replaceAll("\\s+", " "))
                    .contains("as container page/nginx: ", "alternatives of page: ", "container page/nginx (start 300.0 ms, cpu 0.1, "
                    + "memory 64 MiB) on pi-east-1", "better by the goals than with other images");
            assertThat(plan().path("changes").asBoolean()).as("planned again").isFalse();
            assertThat(client.get("applications/page/drift").path("changes").asBoolean()).isFalse();
        }
    }

    /** It replaces the stated start time of this image only. */
    @Test
    void aLearnedStartTimeChangesTheImage(@TempDir Path data) {
        try (Server server = Server.start(data)) {
            JdbcClient database = server.bean(JdbcClient.class);
            for (int minute = 1; minute <= 3; minute++) {
                database.sql("insert into start_time (host_id, form, image, at, host_type, millis) values (?, ?, ?, ?, ?, ?)")
                        .params("pi-east-1", "container", "page/nginx", Instant.now().minus(Duration.ofMinutes(minute))
                                .truncatedTo(ChronoUnit.SECONDS).toString().replace("Z", ".000Z"), "raspberry-pi-3", 5_000).update();
            }
            prepare(server);
            JsonNode plan = plan();
            assertThat(images(plan)).isEqualTo(Map.of("pi-east-1", "container page/flask", "pi-west-1", "microvm page/unikernel"));
            assertThat(plan.path("reportText").asString().replaceAll("\\s+", " "))
                    .contains("container page/flask (start 900.0 ms, cpu 0.1, memory 96 MiB) on pi-east-1");
        }
    }

    private void prepare(Server server) {
        client = server.client;
        client.put("infrastructure", Json.write(Map.of("files", Map.of("sites.caravan",
                Server.text("two-providers.caravan").replace("provider docker", "provider lxc")))));
        client.put("applications/page/model", Json.write(Map.of("files", Map.of("page.caravan", MODEL))));
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
        client.await("probes/" + run, answer -> !answer.path("state").asString().equals("RUNNING"));
    }

    private JsonNode plan() {
        JsonNode plan = client.expect(200, "POST", "applications/page/plans", null);
        assertThat(plan.path("outcome").asString()).as(plan.toString()).isEqualTo("PLANNED");
        return plan;
    }

    private JsonNode deploy() {
        JsonNode plan = plan();
        client.expect(202, "POST", "applications/page/plans/" + plan.path("id").asString() + "/approval", null);
        JsonNode ended = client.await("applications/page/deployments/latest",
                answer -> !answer.path("state").asString().equals("RUNNING"));
        assertThat(ended.path("state").asString()).as(ended.toString()).isEqualTo("DONE");
        return plan;
    }

    private static Map<String, String> images(JsonNode plan) {
        Map<String, String> images = new TreeMap<>();
        plan.path("placement").path("instances").forEach(copy -> images.put(copy.path("hostId").asString(),
                copy.path("form").asString() + " " + copy.path("image").asString()));
        return images;
    }
}
