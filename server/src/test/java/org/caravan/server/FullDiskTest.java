package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.caravan.canonical.Digest;
import org.caravan.json.Json;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A server whose data folder is a small ext4 file system of its own, in a mount namespace of its own: it fills up while people work, is
 * freed again, and becomes read-only at last, as ext4 does after a fault of the disk. Nothing that was acknowledged is lost.
 */
@Tag("real")
class FullDiskTest {

    private static final int MEBIBYTES = 96;
    private static final int PIECE = 256 << 10;

    @TempDir
    private Path folder;

    private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
    private final Map<String, String> tokens = new TreeMap<>();
    private final Map<String, String> secrets = new TreeMap<>();
    private final List<String> models = new ArrayList<>();
    private Process server;
    private Client client;
    private Path data;
    private int counter;

    @Test
    void aFullDiskRefusesWithTwoLinesLosesNothingAndRecovers() throws Exception {
        mount();
        try {
            data = seen();
            client = KillTest.client(server, data, log::add);
            client.put("infrastructure", Server.files("sites.caravan"));
            String run = client.expect(202, "POST", "probes", "{\"scope\":\"idle\"}").path("probeRunId").asString();
            client.await("probes/" + run, probes -> probes.path("state").asString().equals("DONE"));
            model();
            String plan = client.expect(200, "POST", "applications/full/plans", "{}").path("id").asString();
            token();
            secret();
            fullDisk(plan);
            readOnlyDisk();
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    private void fullDisk(String plan) throws Exception {
        Path filler = data.resolve("filler");
        fill(filler);
        Map<String, Integer> refused = new LinkedHashMap<>();
        count(refused, "approval", () -> client.send(authorised("applications/full/plans/" + plan + "/approval", "POST", "{}")));
        // A few small rows may fit into pages that the databases have; then they count as acknowledged.
        for (int turn = 0; turn < 12; turn++) {
            count(refused, "secret", this::secret);
            count(refused, "token", this::token);
            count(refused, "model", this::model);
            count(refused, "plan", () -> client.send(authorised("applications/full/plans", "POST", "{}")));
            count(refused, "upload", this::upload);
            fill(filler);
        }
        assertThat(refused.keySet()).as("refused with 507").contains("secret", "token", "model", "upload");
        backupIsRefused();
        for (String path : List.of("applications", "applications/full", "tokens", "secrets", "images", "network", "nodes")) {
            client.get(path);
        }
        assertThat(server.isAlive()).isTrue();
        nothingIsLost();
        assertThat(log).as("no stack traces, of the broker library neither").noneMatch(line -> line.startsWith("\tat "));

        Files.delete(filler);
        assertThat(upload().statusCode()).isEqualTo(200);
        assertThat(secret().statusCode()).isEqualTo(200);
        assertThat(token().statusCode()).isEqualTo(201);
        if (!refused.containsKey("approval")) {
            ended();
        }
        String next = client.expect(200, "POST", "applications/full/plans", "{}").path("id").asString();
        client.expect(202, "POST", "applications/full/plans/" + next + "/approval", "{}");
        assertThat(ended()).isEqualTo("DONE");
        nothingIsLost();
        System.out.printf("full disk: %s refused with 507, %d acknowledged things there after it%n", refused, tokens.size()
                + secrets.size() + models.size());
    }

    private String ended() {
        return client.await("applications/full/deployments/latest",
                one -> !List.of("RUNNING", "UNDOING").contains(one.path("state").asString()))
                .path("state").asString();
    }

    /** Into the full disk itself. */
    private void backupIsRefused() throws Exception {
        List<String> command = new ArrayList<>(List.of("nsenter", "--target", Long.toString(server.pid()), "--mount"));
        command.addAll(Server.command(CaravanServer.class, "backup", folder.resolve("disk/b.backup").toString(), "--data",
                folder.resolve("disk/data").toString()));
        Process backup = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(backup.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(backup.waitFor()).as(said).isNotZero();
        assertThat(said.strip().lines().toList()).as(said).hasSize(2);
        assertThat(said).contains("Maybe ");
        try (var files = Files.list(data.getParent())) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.startsWith(".caravan-")
                    || name.endsWith(".backup"))).isEmpty();
        }
    }

    /** As ext4 does after a fault; whatever was open for writing stays open. */
    private void readOnlyDisk() throws Exception {
        String device = run("nsenter", "--target", Long.toString(server.pid()), "--mount", "findmnt", "--noheadings", "--output", "SOURCE",
                folder.resolve("disk").toString()).strip();
        Path trigger = Path.of("/sys/fs/ext4", device.substring(device.lastIndexOf('/') + 1), "trigger_fs_error");
        if (!Files.isWritable(trigger)) {
            System.out.println("SKIPPED: read-only disk: the kernel has no " + trigger);
            return;
        }
        Files.writeString(trigger, "test of a read-only disk");
        for (HttpResponse<String> refusal : List.of(secret(), token(), model(), upload())) {
            assertThat(refusal.statusCode()).as(refusal.body()).isEqualTo(503);
            twoLines(refusal, "storage-read-only");
        }
        client.get("applications/full");
        nothingIsLost();
    }

    private interface Asked {
        HttpResponse<String> send() throws Exception;
    }

    private void count(Map<String, Integer> refused, String what, Asked asked) throws Exception {
        HttpResponse<String> response = asked.send();
        if (response.statusCode() >= 300) {
            assertThat(response.statusCode()).as(what + ": " + response.body()).isEqualTo(507);
            twoLines(response, "insufficient-storage");
            refused.merge(what, 1, Integer::sum);
        }
    }

    private static void twoLines(HttpResponse<String> response, String code) {
        JsonNode problem = Json.mapper().readTree(response.body());
        assertThat(problem.path("code").asString()).as(response.body()).isEqualTo(code);
        assertThat(problem.path("detail").asString()).isNotBlank().doesNotContain("\n", "Exception");
        assertThat(problem.path("suggestion").asString()).isNotBlank().doesNotContain("\n");
    }

    private HttpRequest.Builder authorised(String path, String method, String body) {
        return client.request(path, method, body).header("Authorization", "Bearer " + client.token);
    }

    private HttpResponse<String> secret() {
        String name = "full-" + ++counter;
        HttpResponse<String> response = client.send(authorised("secrets/" + name, "PUT", Json.write(Map.of("value", "x".repeat(32_000)))));
        if (response.statusCode() == 200) {
            secrets.put(name, Json.mapper().readTree(response.body()).path("version").asString());
        }
        return response;
    }

    private HttpResponse<String> token() {
        HttpResponse<String> response = client.send(authorised("tokens", "POST", "{\"name\": \"full\", \"role\": \"viewer\"}"));
        if (response.statusCode() == 201) {
            JsonNode made = Json.mapper().readTree(response.body());
            tokens.put(made.path("made").path("id").asString(), made.path("token").asString());
        }
        return response;
    }

    private HttpResponse<String> model() {
        String text = Churn.model("full", ++counter) + "// " + "x".repeat(16_000) + "\n";
        HttpResponse<String> response = client.send(authorised("applications/full/model", "PUT",
                Json.write(Map.of("files", Map.of("app.caravan", text)))));
        if (response.statusCode() == 200) {
            models.add(Json.mapper().readTree(response.body()).path("digest").asString());
        }
        return response;
    }

    private HttpResponse<String> upload() throws IOException {
        byte[] content = new byte[PIECE];
        new Random(++counter).nextBytes(content);
        HttpResponse<String> begun = client.send(authorised("image-uploads", "POST",
                Json.write(Map.of("format", "layer", "size", content.length,
                "digest", "sha256:" + Digest.of(content), "start", List.of(), "environment", Map.of()))));
        if (begun.statusCode() != 200) {
            return begun;
        }
        String id = Json.mapper().readTree(begun.body()).path("id").asString();
        HttpResponse<String> sent = client.send(authorised("image-uploads/" + id, "PATCH", null)
                .setHeader("Content-Type", "application/octet-stream").header("Upload-Offset", "0")
                .method("PATCH", BodyPublishers.ofByteArray(content)));
        client.send(authorised("image-uploads/" + id, "DELETE", null));
        return sent;
    }

    private void nothingIsLost() {
        tokens.forEach((id, text) -> assertThat(client.send(client.request("caller", "GET", null).header("Authorization", "Bearer " + text))
                .statusCode())
                .as("token " + id).isEqualTo(200));
        Map<String, String> listed = new TreeMap<>();
        client.get("secrets").forEach(secret -> listed.put(secret.path("name").asString(), secret.path("version").asString()));
        assertThat(listed).containsAllEntriesOf(secrets);
        String tag = client.send(authorised("applications/full/model", "GET", null)).headers().firstValue("ETag").orElse("");
        assertThat(tag).contains(models.get(models.size() - 1));
    }

    private static void fill(Path filler) {
        byte[] block = new byte[64 << 10];
        for (int size = block.length; size >= 512; size /= 2) {
            try (OutputStream out = Files.newOutputStream(filler, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                while (true) {
                    out.write(block, 0, size);
                }
            } catch (IOException full) {
                // smaller pieces may fit
            }
        }
    }

    /** The data folder as the server sees it. */
    private Path seen() {
        return Path.of("/proc/" + server.pid() + "/root" + folder.resolve("disk/data"));
    }

    private void mount() throws IOException, InterruptedException {
        Path image = folder.resolve("image");
        Path disk = Files.createDirectory(folder.resolve("disk"));
        run("truncate", "--size", MEBIBYTES + "M", image.toString());
        run("mkfs.ext4", "-q", "-F", "-m", "0", image.toString());
        String script = "mount -o loop,errors=remount-ro \"$1\" \"$2\" || exit 77; shift 2; exec \"$@\"";
        List<String> trial = List.of("unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh", image.toString(),
                disk.toString(), "true");
        Process tried = new ProcessBuilder(trial).redirectErrorStream(true).start();
        String said = new String(tried.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        Assumptions.assumeTrue(tried.waitFor() == 0, "a file system cannot be mounted here: " + said);
        List<String> command = new ArrayList<>(trial.subList(0, trial.size() - 1));
        command.addAll(Server.command(CaravanServer.class, Server.arguments(disk.resolve("data"))));
        command.addAll(List.of("--caravan.limits.token-rate=0", "--caravan.limits.address-rate=0"));
        server = new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }
}
