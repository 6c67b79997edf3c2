package org.caravan.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The description is complete: who reads it needs no other text. */
class OpenApiTest {

    private static final List<String> OPERATIONS = List.of(
            "GET /health", "POST /models/validation", "PUT /infrastructure", "GET /infrastructure", "PUT /applications/{name}/model",
            "GET /applications", "GET /applications/{name}", "DELETE /applications/{name}", "POST /applications/{name}/plans",
            "GET /applications/{name}/plans", "GET /applications/{name}/plans/{id}", "POST /applications/{name}/plans/{id}/approval",
            "GET /applications/{name}/deployments", "GET /applications/{name}/deployments/{id}",
            "POST /applications/{name}/deployments/{id}/resumption", "GET /applications/{name}/drift",
            "POST /applications/{name}/repair", "POST /applications/{name}/rollback", "POST /applications/{name}/what-if", "GET /applications/{name}/targets",
            "GET /orphans", "POST /orphans/removal",
            "GET /applications/{name}/metrics", "POST /probes", "GET /probes/{id}", "GET /probes/affordable", "GET /network/silent",
            "GET /network/chart", "GET /network/timeline", "GET /lookouts", "GET /metrics", "GET /network", "GET /nodes", "POST /nodes/{id}/proposal", "PUT /nodes/{id}/host-key",
            "POST /nodes/{id}/tasks", "GET /node-tasks/{id}", "GET /nodes/{id}/drain", "PUT /nodes/{id}/drain", "DELETE /nodes/{id}/drain",
            "GET /secrets", "PUT /secrets/{name}", "DELETE /secrets/{name}", "GET /events",
            "GET /images", "GET /images/{name}", "PUT /images/{name}", "DELETE /images/{name}", "GET /image-archives/{name}",
            "GET /image-layers/{digest}", "GET /image-layers/{digest}/content", "POST /image-uploads", "GET /image-uploads/{id}",
            "PATCH /image-uploads/{id}", "DELETE /image-uploads/{id}", "POST /image-uploads/{id}/completion", "GET /image-transfers",
            "POST /image-prefetches", "POST /image-collections", "GET /tokens", "POST /tokens", "DELETE /tokens/{id}", "GET /audit", "GET /audit/verification");

    private final JsonNode document = Server.shared().client.get("openapi");

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
