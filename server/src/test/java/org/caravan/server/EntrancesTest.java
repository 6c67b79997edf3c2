package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.json.Json;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Walks all entrances of text that the description of the interface names, with characters that no text may have. A new operation or field
 * that accepts them fails here.
 */
class EntrancesTest {

    /** NUL, escape, carriage return, a C1 control, a line separator, a bidirectional override. */
    private static final List<String> HOSTILE = List.of("a\0b", "a\u001b[2Jb", "a\rb", "a\u009bb", "a\u2028b", "a\u202eb");
    /** Fields marked {@code AnyText}; each has a line in the table of docs/security.md. */
    private static final Set<String> ANY = Set.of("CommandOrder.command[]", "Files.files{}", "SecretBody.value");
    private static final Set<String> BYTES = Set.of("PATCH /image-uploads/{id}", "POST /services");
    private static final Path DOCUMENT = Path.of("../docs/security.md");

    private final Client client = Server.shared().client;
    private final JsonNode document = client.get("openapi");

    @Test
    void noOperationAcceptsThemInAnyField() {
        client.put("applications/walked/model", Json.write(Map.of("files", Map.of("a.caravan",
                "application walked { component a { form container { image \"a\" cpu 0.1 memory 1 MiB } } }"))));
        TreeSet<String> accepted = new TreeSet<>();
        int fields = 0;
        for (Map.Entry<String, JsonNode> operation : operations().entrySet()) {
            JsonNode content = operation.getValue().path("requestBody").path("content");
            if (content.isMissingNode()) {
                continue;
            }
            if (BYTES.contains(operation.getKey())) {
                assertThat(content.propertyNames()).doesNotContain("application/json");
                continue;
            }
            assertThat(content.propertyNames()).as(operation.getKey() + " takes what this test does not know")
                    .containsExactly("application/json");
            Map<String, String> bodies = new LinkedHashMap<>();
            collect(content.path("application/json").path("schema"), "", "%s", bodies, 0);
            fields += bodies.size();
            for (Map.Entry<String, String> body : bodies.entrySet()) {
                for (String hostile : HOSTILE) {
                    HttpResponse<String> response = send(operation.getKey(), Map.of(), "", body.getValue().formatted(json(hostile)));
                    if (response.statusCode() != 400 || !response.body().contains("U+")) {
                        accepted.add(body.getKey());
                    }
                }
            }
        }
        client.expect(204, "DELETE", "applications/walked/model", null);
        client.send(client.request("secrets/nothing-of-the-kind", "DELETE", null).header("Authorization", "Bearer " + client.token));
        assertThat(accepted).isEqualTo(new TreeSet<>(ANY));
        assertThat(fields).isGreaterThan(20);
    }

    @Test
    void noOperationAcceptsThemInItsAddress() {
        List<String> accepted = new ArrayList<>();
        operations().forEach((operation, description) -> description.path("parameters").forEach(parameter -> {
            String name = parameter.path("name").asString();
            String in = parameter.path("in").asString();
            if (in.equals("header")) {
                return; // see noHeaderHasThem
            }
            for (String hostile : HOSTILE) {
                String encoded = URLEncoder.encode(hostile, StandardCharsets.UTF_8);
                HttpResponse<String> response = in.equals("path") ? send(operation, Map.of(name, encoded), "", null)
                        : send(operation, Map.of(), "?" + name + "=" + encoded, null);
                if (response.statusCode() != 400) {
                    accepted.add(operation + " " + name + " " + response.statusCode());
                }
            }
        }));
        assertThat(accepted).isEmpty();
    }

    /** Bytes above 127 are allowed in headers (RFC 9110, 5.5, obs-text), so they are accepted there, and not repeated. */
    @Test
    void noHeaderHasThem() throws IOException {
        for (String header : List.of("If-Match", "X-Forwarded-For", "Origin", "Accept", "X-New")) {
            for (String hostile : List.of("a\0b", "a\u001bb", "a\rb", "a\u007fb", "a\u009bb")) {
                try (Socket socket = new Socket(client.base.getHost(), client.base.getPort())) {
                    socket.getOutputStream().write(("GET /api/v1/applications/none HTTP/1.1\r\nHost: " + client.base.getAuthority()
                            + "\r\nConnection: close\r\nAuthorization: Bearer "
                            + client.token + "\r\n" + header + ": " + hostile + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
                    String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
                    assertThat(answer.lines().findFirst().orElse("")).as(header + " with " + (int) hostile.charAt(1))
                            .startsWith(hostile.charAt(1) < 128 ? "HTTP/1.1 400" : "HTTP/1.1 4");
                    assertThat(answer).doesNotContain(hostile);
                }
            }
        }
    }

    @Test
    void theDocumentNamesEachEntranceAndItsTest() throws IOException {
        String table = Files.readString(DOCUMENT);
        table = table.substring(table.indexOf("## Characters"), table.indexOf("## Layers of images"));
        assertThat(ANY).allSatisfy(field -> assertThat(Files.readString(DOCUMENT)).contains("`" + field + "`"));
        Set<String> sources;
        try (Stream<Path> files = Files.walk(Path.of(".."))) {
            sources = files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".java") || name.endsWith(".py"))
                    .map(name -> name.replaceAll("\\.(java|py)$", "")).collect(Collectors.toSet());
        }
        List<String> classes = Pattern.compile("`([A-Z][A-Za-z0-9]+|test_[a-z_]+)`").matcher(table).results().map(match -> match.group(1))
                .toList();
        assertThat(classes).hasSizeGreaterThan(30);
        assertThat(sources).containsAll(classes);
    }

    private Map<String, JsonNode> operations() {
        Map<String, JsonNode> all = new LinkedHashMap<>();
        document.path("paths").properties().forEach(path -> path.getValue().properties().forEach(operation ->
                all.put(operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey().replace("/api/v1", ""), operation.getValue())));
        return all;
    }

    /**
     * Adds a body for each text in the schema, with a place for it.
     *
     * @param around the document around the value of this schema, with a place for it
     */
    private void collect(JsonNode schema, String name, String around, Map<String, String> bodies, int depth) {
        String reference = schema.path("$ref").asString("");
        if (!reference.isEmpty()) {
            String type = reference.substring(reference.lastIndexOf('/') + 1);
            collect(document.path("components").path("schemas").path(type), type, around, bodies, depth);
            return;
        }
        if (depth > 6) {
            return;
        }
        schema.path("allOf").forEach(part -> collect(part, name, around, bodies, depth + 1));
        schema.path("properties").properties().forEach(field ->
                collect(field.getValue(), name + "." + field.getKey(), around.formatted("{\"" + field.getKey() + "\": %s}"), bodies, depth
                        + 1));
        if (schema.has("items")) {
            collect(schema.path("items"), name + "[]", around.formatted("[%s]"), bodies, depth + 1);
        }
        if (schema.path("additionalProperties").isObject()) {
            collect(schema.path("additionalProperties"), name + "{}", around.formatted("{\"key\": %s}"), bodies, depth + 1);
            bodies.put(name + " (key)", around.formatted("{%s: \"value\"}"));
        }
        if (schema.path("type").asString("").equals("string") || schema.path("type").toString().contains("\"string\"")) {
            bodies.put(name, around);
        }
    }

    private static String json(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(sign -> quoted.append(String.format("\\u%04x", sign)));
        return quoted.append('"').toString();
    }

    private HttpResponse<String> send(String operation, Map<String, String> parts, String query, String body) {
        String[] words = operation.split(" ");
        String path = words[1].replace("/applications/{name}", "/applications/" + parts.getOrDefault("name", "walked"));
        for (Map.Entry<String, String> part : parts.entrySet()) {
            path = path.replace("{" + part.getKey() + "}", part.getValue());
        }
        var request = client.request("/api/v1" + path.replaceAll("\\{[^}]*}", "nothing-of-the-kind") + query, words[0], body);
        if (words[0].equals("PATCH")) {
            request.setHeader("Content-Type", "application/octet-stream");
        }
        return client.send(request.header("Authorization", "Bearer " + client.token), BodyHandlers.ofString());
    }
}
