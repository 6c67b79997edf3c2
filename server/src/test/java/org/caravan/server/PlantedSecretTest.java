package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * What must be nowhere is planted and looked for: in every file of the data folder (database, journal, queues, samples), the log, arguments
 * and environment, and answers.
 */
@Tag("long")
class PlantedSecretTest {

    private static final String VALUE = "planted-winter-is-long-7c1f";

    @TempDir
    Path data;

    @Test
    void whatIsSecretIsInNoFileNoLogNoArgumentAndNoAnswer() throws Exception {
        Process server = Server.process(data, "--logging.file.name=" + data.resolve("server.log"));
        Map<String, byte[]> places = new TreeMap<>();
        List<String> planted = new ArrayList<>(forms(VALUE));
        try {
            Client client = KillTest.client(server, data);
            client.expect(200, "PUT", "secrets/planted", "{\"value\": \"" + VALUE + "\"}");
            client.expect(400, "PUT", "secrets/planted", "{\"value\": \"" + VALUE);
            client.expect(400, "PUT", "secrets/planted", "{\"values\": \"" + VALUE + "\"}");
            client.expect(422, "PUT", "secrets/-", "{\"value\": \"" + VALUE + "\"}");
            JsonNode made = client.expect(201, "POST", "tokens", "{\"name\": \"planted\", \"role\": \"deployer\"}");
            String token = made.path("token").asString();
            planted.addAll(forms(token));
            Client deployer = new Client(client.base.getPort(), token);
            deployer.get("secrets");
            deployer.send(deployer.request("/login?token=" + token, "GET", null));
            deployer.send(deployer.request("models/validation", "POST", "{}").header("Authorization", "Bearer " + token)
                    .header("Idempotency-Key", "planted"));
            client.expect(200, "POST", "secret-key-rotations", null);
            for (String path : List.of("secrets", "tokens", "audit?most=1000", "openapi", "secrets", "applications")) {
                places.put("GET " + path, client.get(path).toString().getBytes(StandardCharsets.UTF_8));
            }
            for (String file : List.of("cmdline", "environ")) {
                Path proc = Path.of("/proc/" + server.pid() + "/" + file);
                if (Files.exists(proc)) {
                    places.put(file, Files.readAllBytes(proc));
                }
            }
            files(places);
        } finally {
            server.destroy();
            Server.ended(server);
        }
        files(places); // and what its end wrote
        assertThat(places).containsKeys("server.log", "server.db", "secrets/planted", "GET audit?most=1000");
        places.forEach((place, content) -> {
            String text = new String(content, StandardCharsets.ISO_8859_1);
            assertThat(planted).as(place).noneMatch(text::contains);
        });
    }

    private static List<String> forms(String secret) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        // Without its last characters base64 is the same wherever the text ends.
        return List.of(secret, Base64.getEncoder().encodeToString(bytes).substring(0, 24), HexFormat.of().formatHex(bytes),
                HexFormat.of().withUpperCase().formatHex(bytes));
    }

    private void files(Map<String, byte[]> places) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(data)) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            try {
                places.put(data.relativize(file).toString(), Files.readAllBytes(file));
            } catch (NoSuchFileException gone) {
                // A queue's file that was thrown away meanwhile.
            }
        }
    }
}
