package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.caravan.json.Json;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A server on a disk of its own, a small tmpfs that only its process sees, which is filled to the last byte and has room again. */
@Tag("real")
@EnabledIf(value = "mayMount", disabledReason = "SKIPPED: a file system is mounted as root on Linux")
class FullDiskTest {

    private static final String SIZE = "96m";

    @TempDir
    Path folder;

    private final Queue<String> log = new ConcurrentLinkedQueue<>();

    static boolean mayMount() {
        return "root".equals(System.getProperty("user.name")) && Files.isExecutable(Path.of("/usr/bin/unshare"));
    }

    @Test
    void whatDoesNotFitIsRefusedAndNothingAcknowledgedIsLost() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        List<String> command = new ArrayList<>(List.of("unshare", "--mount", "--propagation", "private", "sh", "-c",
                "mount -t tmpfs -o size=" + SIZE + ",mode=700 tmpfs " + data + " && exec \"$@\"", "sh"));
        command.addAll(Server.command(CaravanServer.class, Server.arguments(data)));
        Process server = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            // The disk as the process sees it: it is mounted nowhere else.
            Path seen = Path.of("/proc/" + server.pid() + "/root" + data);
            Client client = KillTest.client(server, seen, log::add);
            String token = acknowledged(client);
            Path filler = seen.resolve("filler");
            fill(filler);
            refused(client);
            assertThat(status(client, "caller", token)).as("what was acknowledged before").isEqualTo(200);
            for (String path : List.of("applications", "applications/full/model", "secrets", "infrastructure", "images")) {
                assertThat(status(client, path, client.token)).as("reads go on: " + path).isEqualTo(200);
            }
            Files.delete(filler);
            goesOn(client, token);
            assertThat(log.stream().filter(line -> line.startsWith("\tat "))).as("stack traces would fill the disk that has no room").isEmpty();
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    /** @return text of a token that was made */
    private static String acknowledged(Client client) {
        client.put("infrastructure", Server.files("sites.caravan"));
        String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
        client.await("probes/" + run, probes -> probes.path("state").asString().equals("DONE"));
        client.put("applications/full/model", model(1));
        client.put("secrets/before", "{\"value\": \"planted\"}");
        return client.expect(201, "POST", "tokens", "{\"name\": \"before\", \"role\": \"viewer\"}").path("token").asString();
    }

    private static String model(int version) {
        return Json.write(Map.of("files", Map.of("app.caravan", Churn.model("full", version))));
    }

    private static void fill(Path file) throws IOException {
        byte[] block = new byte[4096];
        try (OutputStream out = Files.newOutputStream(file)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException full) {
            assertThat(full.getMessage()).contains("No space left");
        }
    }

    private static void refused(Client client) {
        Map<String, String> bodies = Map.of("PUT secrets/during", "{\"value\": \"" + "x".repeat(20_000) + "\"}", "POST tokens", "{\"name\": \"during\", \"role\": \"viewer\"}",
                "PUT applications/full/model", model(2), "POST image-uploads", "{\"format\": \"kernel\", \"size\": 1000, \"digest\": \"sha256:" + "0".repeat(64) + "\", \"start\": [], \"environment\": {}}");
        bodies.forEach((request, body) -> {
            String[] words = request.split(" ");
            HttpResponse<String> answer = client.send(client.request(words[1], words[0], body).header("Authorization", "Bearer " + client.token));
            assertThat(answer.statusCode()).as(request + " " + answer.body()).isEqualTo(507);
            assertThat(Json.mapper().readTree(answer.body()).path("code").asString()).isEqualTo("insufficient-storage");
        });
    }

    private static void goesOn(Client client, String token) {
        client.put("applications/full/model", model(3));
        client.put("secrets/after", "{\"value\": \"planted\"}");
        String plan = client.expect(200, "POST", "applications/full/plans", "{}").path("id").asString();
        String id = client.expect(202, "POST", "applications/full/plans/" + plan + "/approval", "{}").path("deploymentId").asString();
        JsonNode done = client.await("applications/full/deployments/" + id, found -> !found.path("state").asString().equals("RUNNING"));
        assertThat(done.path("state").asString()).as(done.toString()).isEqualTo("DONE");
        assertThat(client.get("secrets").findValuesAsString("name")).contains("before", "after").doesNotContain("during");
        assertThat(status(client, "caller", token)).isEqualTo(200);
        assertThat(client.get("audit/verification").path("intact").asBoolean()).isTrue();
        // It is looked at from time to time.
        client.await("health", found -> found.path("status").asString().equals("UP"));
    }

    private static int status(Client client, String path, String token) {
        return client.send(client.request(path, "GET", null).header("Authorization", "Bearer " + token)).statusCode();
    }
}
