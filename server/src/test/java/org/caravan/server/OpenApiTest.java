package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The description is complete: who reads it needs no other text. */
class OpenApiTest {

    private static final List<String> OPERATIONS = List.of(
            "GET /health", "POST /models/validation", "PUT /infrastructure", "GET /infrastructure", "PUT /applications/{name}/model",
                    "GET /applications/{name}/model", "DELETE /applications/{name}/model",
            "GET /applications", "GET /applications/{name}", "DELETE /applications/{name}", "POST /applications/{name}/plans",
            "GET /applications/{name}/plans", "GET /applications/{name}/plans/{id}", "POST /applications/{name}/plans/{id}/approval",
                    "POST /applications/{name}/plans/{id}/rejection", "DELETE /applications/{name}/plans/{id}/rejection",
            "GET /applications/{name}/deployments", "GET /applications/{name}/deployments/{id}",
                    "DELETE /applications/{name}/deployments/{id}",
            "POST /applications/{name}/deployments/{id}/resumption", "GET /applications/{name}/drift",
            "POST /applications/{name}/repair", "POST /applications/{name}/rollback", "POST /applications/{name}/what-if",
                    "POST /applications/{name}/advice",
                    "POST /applications/{name}/rehearsals", "GET /applications/{name}/rehearsals/{id}",
                    "DELETE /applications/{name}/rehearsals/{id}",
                    "GET /applications/{name}/targets", "POST /applications/{name}/turn-captures",
                    "GET /applications/{name}/turn-captures/{id}",
            "GET /orphans", "POST /orphans/removal",
            "GET /applications/{name}/metrics", "GET /applications/{name}/requests", "GET /applications/{name}/predictions",
                    "GET /applications/{name}/forecasts",
                    "GET /applications/{name}/bandwidth", "PUT /applications/{name}/instances/{instance}/bandwidth",
                    "DELETE /applications/{name}/instances/{instance}/bandwidth", "GET /bandwidth",
                    "GET /applications/{name}/instances/{instance}/log",
                    "POST /applications/{name}/instances/{instance}/commands", "POST /probes", "GET /probes", "GET /probes/{id}",
                    "DELETE /probes/{id}", "GET /probes/affordable", "GET /network/silent", "GET /network/probes",
            "GET /network/chart", "GET /network/timeline", "GET /lookouts", "GET /metrics", "GET /network", "GET /nodes",
                    "GET /start-times",
                    "POST /nodes/{id}/proposal", "PUT /nodes/{id}/host-key",
            "POST /nodes/{id}/tasks", "GET /node-tasks/{id}", "GET /nodes/{id}/drain", "PUT /nodes/{id}/drain", "DELETE /nodes/{id}/drain",
            "GET /services", "POST /services", "GET /secrets", "POST /secret-key-rotations", "PUT /secrets/{name}",
            "DELETE /secrets/{name}", "GET /events",
            "GET /images", "GET /images/{name}", "PUT /images/{name}", "DELETE /images/{name}", "GET /image-archives/{name}",
            "GET /image-layers/{digest}", "GET /image-layers/{digest}/content", "POST /image-uploads", "GET /image-uploads/{id}",
            "PATCH /image-uploads/{id}", "DELETE /image-uploads/{id}", "POST /image-uploads/{id}/completion", "GET /image-transfers",
            "POST /image-prefetches", "POST /image-collections", "GET /tokens", "POST /tokens", "DELETE /tokens/{id}", "GET /decisions",
                    "GET /rules", "GET /applications/{name}/adaptation", "PUT /applications/{name}/autonomy/{kind}",
                    "POST /applications/{name}/freeze", "DELETE /applications/{name}/freeze",
            "GET /applications/{name}/rules", "POST /applications/{name}/plannings", "GET /plannings", "GET /plannings/{id}",
                    "DELETE /plannings/{id}", "GET /caller", "GET /audit", "GET /audit/verification", "GET /organisations",
                    "POST /organisations", "PUT /organisations/{name}/weight",
            "GET /endpoints", "POST /endpoints", "DELETE /endpoints/{endpoint}");

    private final Client client = Server.shared().client;
    private final JsonNode document = client.get("openapi");

    @Test
    void everyOperationOfTheContractAndNoOtherIsDescribed() {
        List<String> found = new ArrayList<>();
        assertThat(document.path("openapi").asString()).startsWith("3.");
        for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
            for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
                String name = operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey().replace("/api/v1", "");
                found.add(name);
                describes(name, operation.getValue(), "operationId", "summary", "description");
                operation.getValue().path("parameters").forEach(parameter ->
                        describes(name + " " + parameter.path("name").asString(), parameter, "description"));
            }
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(OPERATIONS);
    }

    @Test
    void everyFieldIsDescribed() {
        List<String> bare = new ArrayList<>();
        document.path("components").path("schemas").properties().forEach(schema -> {
            collectBare(schema.getKey(), schema.getValue(), bare);
            schema.getValue().path("allOf").forEach(part -> collectBare(schema.getKey(), part, bare));
        });
        assertThat(bare).isEmpty();
    }

    /** Whatever an operation may answer, it says so, and what it refuses has the form of RFC 9457. */
    @Test
    void everyOperationSaysHowItRefuses() {
        operations().forEach((name, operation) -> {
            JsonNode responses = operation.path("responses");
            List<String> refused = responses.propertyNames().stream().filter(status -> status.compareTo("400") >= 0).toList();
            assertThat(refused).as(name).contains("400", "500");
            refused.forEach(status -> {
                assertThat(responses.path(status).path("content").path("application/problem+json").path("schema").path("$ref").asString())
                        .as(name + " " + status).isEqualTo("#/components/schemas/Problem");
                assertThat(responses.path(status).path("x-codes").isEmpty()).as(name + " " + status).isFalse();
            });
            if (!name.equals("GET /health")) {
                assertThat(refused).as(name).contains("401");
            }
        });
    }

    /**
     * What is begun, and not done yet, is somewhere to be looked at; images that are brought beforehand are many, and looked at where they
     * go.
     */
    @Test
    void whatIsBegunSaysWhereItIs() {
        operations().forEach((name, operation) -> {
            JsonNode begun = operation.path("responses").path("202");
            if (!begun.isMissingNode() && !name.equals("POST /image-prefetches")) {
                assertThat(begun.path("headers").path("Location").path("description").asString()).as(name)
                        .startsWith("Location of the resource: /api/v1/");
            }
        });
    }

    /** A code in the sources that no operation tells of is one that nobody can prepare for. */
    @Test
    void everyCodeOfARefusalIsDescribed() throws IOException {
        Set<String> described = new TreeSet<>();
        document.findValues("x-codes").forEach(codes -> codes.forEach(code -> described.add(code.asString())));
        Pattern refusal = Pattern.compile(
                "(?:ProblemException\\(HttpStatus\\.\\w+,|ProblemException\\.(?:conflict|notFound)\\(|"
                + "Problems\\.of\\(HttpStatus\\.\\w+,)\\s*\"([a-z-]+)\"(?! *\\+)");
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            Set<String> used = sources.filter(file -> file.toString().endsWith(".java"))
                    .flatMap(file -> refusal.matcher(text(file)).results())
                    .map(found -> found.group(1)).collect(Collectors.toCollection(TreeSet::new));
            assertThat(used).contains("outdated-plan", "role-missing").isSubsetOf(described);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is sent may say nothing that nobody reads; what is answered always has what is not called absent. */
    @Test
    void bodiesAreClosedAndFieldsAreRequired() {
        JsonNode schemas = document.path("components").path("schemas");
        operations().forEach((name, operation) -> operation.path("requestBody").path("content").path("application/json").path("schema")
                .findValuesAsString("$ref")
                .forEach(reference -> assertThat(schemas.path(reference.substring(reference.lastIndexOf('/') + 1))
                        .path("additionalProperties").asBoolean(true))
                        .as(name).isFalse()));
        assertThat(schemas.path("Application").path("required").valueStream().map(JsonNode::asString))
                .contains("name", "state", "instances").doesNotContain("lastError");
        assertThat(schemas.path("PlanRequest").path("required").isMissingNode()).as("a list may be left out").isTrue();
        assertThat(client.expect(400, "POST", "tokens", "{\"name\": \"a\", \"role\": \"viewer\", \"expires\": 3}").path("detail")
                .asString()).startsWith("The field (expires) means nothing here");
        client.expect(400, "POST", "tokens", "{\"name\": 5, \"role\": \"viewer\"}");
        client.expect(400, "POST", "tokens", "{\"name\": \"a\", \"role\": \"viewer\", \"days\": 1.5}");
        client.expect(400, "POST", "orphans/removal", "{\"machines\": [null]}");
    }

    @Test
    void whatIsRefusedAtTheDoorIsAProblemToo() {
        assertThat(client.expect(405, "PUT", "images", "{}").path("code").asString()).isEqualTo("bad-request");
        client.expect(405, "PUT", "images?application=sock-shop&most=2", "{}");
        assertThat(client.expect(404, "GET", "images/a%2Fb", null).path("code").asString()).isEqualTo("unknown-image");
        for (String path : List.of("nodes/a%00b", "nodes/a;b", "nodes/%5c", "metrics?%F3")) {
            assertThat(client.expect(400, "GET", path, null).path("code").asString()).as(path).isEqualTo("bad-request");
        }
    }

    /** Of names that were pasted with something at their end, say; in an address of the console as a page. */
    @Test
    void aPathThatNoNameHasSaysWhatIsWrongWithIt() {
        for (String wrong : List.of("%0A", ";", "%3B", "%0d", "%00", "%5c")) {
            JsonNode problem = client.expect(400, "GET", "nodes/pi-1" + wrong, null);
            assertThat(problem.path("detail").asString()).as(wrong).isEqualTo("The path has (" + wrong + "), which no name here has.");
            assertThat(problem.path("instance").asString()).isEqualTo("/api/v1/nodes/pi-1" + wrong);
            assertThat(problem.propertyNames()).contains("title", "status", "code", "suggestion", "diagnostics");
            var page = client.send(client.request("/console/a" + wrong, "GET", null).setHeader("Accept", "text/html,*/*;q=0.8"));
            assertThat(page.statusCode()).isEqualTo(400);
            assertThat(page.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/html");
            assertThat(page.body()).contains("<h1>Refused</h1>").contains("The path has (" + wrong + ")");
            var other = client.send(client.request("/console/a" + wrong, "GET", null));
            assertThat(other.headers().firstValue("Content-Type")).contains("application/problem+json");
        }
    }

    private Map<String, JsonNode> operations() {
        Map<String, JsonNode> operations = new TreeMap<>();
        document.path("paths").properties().forEach(path -> path.getValue().properties().forEach(operation ->
                operations.put(operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey().replace("/api/v1", ""),
                        operation.getValue())));
        return operations;
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        List<String> names = new ArrayList<>();
        document.path("components").path("schemas").propertyNames().forEach(name -> names.add("#/components/schemas/" + name));
        assertThat(document.findValuesAsString("$ref")).isNotEmpty().allSatisfy(reference -> assertThat(names).contains(reference));
    }

    private static void collectBare(String name, JsonNode schema, List<String> bare) {
        schema.path("properties").properties().forEach(property -> {
            if (!property.getValue().has("description")) {
                bare.add(name + "." + property.getKey());
            }
        });
    }

    private static void describes(String what, JsonNode node, String... members) {
        for (String member : members) {
            assertThat(node.path(member).asString("")).as("%s of %s", member, what).isNotBlank();
        }
    }
}
