package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;
import org.caravan.canonical.Digest;
import org.caravan.json.Json;
import org.caravan.testing.RawTar;
import tools.jackson.databind.JsonNode;

/**
 * People who approve plans, make and revoke tokens, set secrets, change their key and send images, all at once, until the server does not
 * answer any more; and what it has acknowledged to them, which must be there when it is back.
 */
final class KillLoad {

    private static final int PIECE = 8 << 10;
    private static final int IMAGE = 64 << 10;
    private static final List<String> UNDER_WAY = List.of("RUNNING", "UNDOING");

    private final Random chance;
    private int counter;
    private int models;
    /** Of deployments by their id: the plan that was approved. */
    private final Map<String, String> approved = new ConcurrentSkipListMap<>();
    private final Map<String, String> tokens = new ConcurrentSkipListMap<>();
    private final Set<String> revoked = new ConcurrentSkipListSet<>();
    /** Versions that a secret may have: what was acknowledged last, and what may have been taken after it. */
    private final Map<String, Set<String>> secrets = new ConcurrentHashMap<>();
    private final Map<String, Long> offsets = new ConcurrentSkipListMap<>();
    private final Set<String> images = new ConcurrentSkipListSet<>();
    private int sent;
    /** What may or may not have been taken when the server was killed. */
    private volatile String asked = "";
    private volatile String completing = "";

    KillLoad(long seed) {
        this.chance = new Random(seed);
    }

    /** What one person asks for again and again. */
    private interface Turn {
        void take(Client client);
    }

    /** @return done once the server answers no more, or a fault of what it answered */
    CompletableFuture<Void> begin(Client client) {
        return CompletableFuture.allOf(Stream.<Turn>of(this::approval, this::token, this::secret, this::image)
                .map(turn -> CompletableFuture.runAsync(() -> {
            try {
                while (true) {
                    turn.take(client);
                }
            } catch (UncheckedIOException killed) {
                // that is its end
            }
        }, task -> new Thread(task, "people").start())).toArray(CompletableFuture[]::new));
    }

    private void approval(Client client) {
        client.put("applications/killed/model", Json.write(Map.of("files", Map.of("app.caravan", Churn.model("killed", ++models)))));
        String plan = client.expect(200, "POST", "applications/killed/plans", "{}").path("id").asString();
        asked = plan;
        HttpResponse<String> answer = client.send(client.request("applications/killed/plans/" + plan + "/approval", "POST", "{}")
                .header("Authorization", "Bearer " + client.token));
        if (answer.statusCode() == 409 && answer.body().contains("deployment-running")) {
            // An earlier approval, which was not answered, came from the broker meanwhile.
            client.await("applications/killed/deployments/latest", found -> !UNDER_WAY.contains(found.path("state").asString()));
            return;
        }
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        String id = Json.mapper().readTree(answer.body()).path("deploymentId").asString();
        approved.put(id, plan);
        client.await("applications/killed/deployments/" + id, found -> !UNDER_WAY.contains(found.path("state").asString()));
    }

    private void token(Client client) {
        JsonNode made = client.expect(201, "POST", "tokens", "{\"name\": \"killed\", \"role\": \"viewer\"}");
        String id = made.path("made").path("id").asString();
        tokens.put(id, made.path("token").asString());
        if (tokens.size() % 2 == 0) {
            String text = tokens.remove(id);
            HttpResponse<String> gone = client.send(client.request("tokens/" + id, "DELETE", null)
                    .header("Authorization", "Bearer " + client.token));
            assertThat(gone.statusCode()).as(gone.body()).isBetween(200, 204);
            revoked.add(text);
        }
    }

    private void secret(Client client) {
        String name = "killed-" + ++counter % 4;
        if (counter % 3 == 0) {
            client.expect(200, "POST", "secret-key-rotations", "{}");
            return;
        }
        // Not answered: either value may be there. Its version is known only from an answer, so that any is taken then.
        Set<String> before = secrets.put(name, Set.of());
        String version = client.put("secrets/" + name, Json.write(Map.of("value", "value " + counter))).path("version").asString();
        assertThat(before == null || !before.contains(version)).isTrue();
        secrets.put(name, Set.of(version));
    }

    private void image(Client client) {
        String name = "killed/image-" + ++sent;
        byte[] content = new byte[IMAGE];
        chance.nextBytes(content);
        byte[] file = new RawTar().add(RawTar.file("bin/web", content.length), content).ended();
        String id = client.expect(200, "POST", "image-uploads", Json.write(Map.of("format", "rootfs", "size", file.length, "digest",
                "sha256:" + Digest.of(file),
                "name", name, "architecture", "arm64", "start", List.of("/bin/web"), "environment", Map.of()))).path("id").asString();
        offsets.put(id, 0L);
        for (int offset = 0; offset < file.length; offset += PIECE) {
            byte[] piece = Arrays.copyOfRange(file, offset, Math.min(file.length, offset + PIECE));
            HttpResponse<String> sent = client.send(client.request("image-uploads/" + id, "PATCH", null)
                    .setHeader("Content-Type", "application/octet-stream")
                    .header("Upload-Offset", Integer.toString(offset)).header("Authorization", "Bearer " + client.token)
                    .method("PATCH", BodyPublishers.ofByteArray(piece)));
            assertThat(sent.statusCode()).as(sent.body()).isEqualTo(200);
            offsets.put(id, (long) offset + piece.length);
        }
        completing = id;
        client.expect(200, "POST", "image-uploads/" + id + "/completion", "");
        offsets.remove(id);
        images.add(name);
    }

    /** @return how many acknowledged things were looked for and found */
    int find(Client client) {
        List<String> lost = new ArrayList<>();
        int looked = deployments(client) + credentials(client, lost);
        Map<String, String> versions = new ConcurrentHashMap<>();
        client.get("secrets").forEach(secret -> versions.put(secret.path("name").asString(), secret.path("version").asString()));
        for (Map.Entry<String, Set<String>> secret : secrets.entrySet()) {
            looked++;
            boolean there = versions.containsKey(secret.getKey()) && (secret.getValue().isEmpty()
                    || secret.getValue().contains(versions.get(secret.getKey())));
            if (!there && !secret.getValue().isEmpty()) {
                lost.add("secret " + secret.getKey());
            }
        }
        for (String name : images) {
            looked++;
            if (status(client, "image-archives/" + name, client.token) != 200) {
                lost.add("image " + name);
            }
        }
        for (Map.Entry<String, Long> upload : offsets.entrySet()) {
            looked++;
            HttpResponse<String> there = client.send(client.request("image-uploads/" + upload.getKey(), "GET", null)
                    .header("Authorization", "Bearer " + client.token));
            boolean goesOn = there.statusCode() == 200 && Json.mapper().readTree(there.body()).path("offset").asLong() >= upload.getValue();
            if (!goesOn && !upload.getKey().equals(completing)) {
                lost.add("upload " + upload.getKey() + " at " + upload.getValue() + ": " + there.body());
            }
            // Given up by who began it: a token may have 16 under way.
            client.send(client.request("image-uploads/" + upload.getKey(), "DELETE", null)
                    .header("Authorization", "Bearer " + client.token));
        }
        offsets.clear();
        assertThat(lost).as("acknowledged and lost").isEmpty();
        return looked;
    }

    private int deployments(Client client) {
        for (Map.Entry<String, String> each : approved.entrySet()) {
            JsonNode found = client.await("applications/killed/deployments/" + each.getKey(),
                    one -> !UNDER_WAY.contains(one.path("state").asString()));
            assertThat(found.path("planId").asString()).isEqualTo(each.getValue());
            assertThat(found.path("state").asString()).as(found.toString()).isEqualTo("DONE");
        }
        if (!approved.isEmpty()) {
            // An approval that was not answered may be with the broker, which gives it to the new server.
            JsonNode latest = client.await("applications/killed/deployments/latest",
                    one -> !UNDER_WAY.contains(one.path("state").asString()));
            assertThat(latest.path("state").asString()).as(latest.toString()).isEqualTo("DONE");
            assertThat(List.of(latest.path("planId").asString())).isSubsetOf(Stream.concat(approved.values().stream(), Stream.of(asked))
                    .toList());
            assertThat(client.get("applications/killed/drift").path("changes").asBoolean()).isFalse();
        }
        return approved.size();
    }

    private int credentials(Client client, List<String> lost) {
        tokens.forEach((id, text) -> {
            if (status(client, "caller", text) != 200) {
                lost.add("token " + id);
            }
        });
        revoked.forEach(text -> {
            if (status(client, "caller", text) != 401) {
                lost.add("the revocation of a token");
            }
        });
        return tokens.size() + revoked.size();
    }

    private static int status(Client client, String path, String token) {
        return client.send(client.request(path, "GET", null).header("Authorization", "Bearer " + token)).statusCode();
    }
}
