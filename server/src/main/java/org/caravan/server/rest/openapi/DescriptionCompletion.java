package org.caravan.server.rest.openapi;

import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.caravan.api.problem.ProblemView;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.stereotype.Component;

/**
 * Completes the OpenAPI document with common rules that annotations cannot express: the problem schema, closed request bodies, and patterns
 * of names and ids.
 */
@Component
class DescriptionCompletion implements OpenApiCustomizer {

    private static final String SCHEMAS = "#/components/schemas/";
    /** Patterns of path parameters. A value that does not match is never the name of an existing resource. */
    private static final Map<String, String> FORMS = Map.of(
            "name", "^[A-Za-z_][A-Za-z0-9_-]{0,62}$",
            "id", "^[A-Za-z0-9_-]{1,80}$",
            "digest", "^sha256:[0-9a-f]{64}$",
            "instance", "^[A-Za-z_][A-Za-z0-9_-]{0,62}:[0-9]{1,9}$",
            "endpoint", "^[A-Za-z0-9][A-Za-z0-9.:-]{0,259}$");
    private static final String IMAGE = "^[a-z0-9]+([._/-][a-z0-9]+)*$";

    @Override
    public void customise(OpenAPI document) {
        Map<String, Schema> schemas = document.getComponents().getSchemas();
        ModelConverters.getInstance(true).readAll(ProblemView.class).forEach(schemas::putIfAbsent);
        Set<String> sent = new HashSet<>();
        document.getPaths().forEach((path, item) -> item.readOperations().forEach(operation -> {
            if (path.startsWith("/api/v1/applications/{name}")) {
                DescribedProblems.add(operation, "404 unknown-application");
            }
            forms(path, operation);
            if (operation.getRequestBody() != null) {
                operation.getRequestBody().getContent().values().forEach(content -> reach(content.getSchema(), schemas, sent));
            }
        }));
        schemas.values().forEach(schema -> properties(schema).values().forEach(DescriptionCompletion::exampleAsText));
        sent.forEach(name -> close(schemas.get(name)));
    }

    private static void forms(String path, Operation operation) {
        if (operation.getParameters() == null) {
            return;
        }
        for (Parameter parameter : operation.getParameters()) {
            if (parameter.getIn().equals("path")) {
                boolean image = path.startsWith("/api/v1/images") || path.startsWith("/api/v1/image-archives");
                parameter.getSchema().setPattern(image ? IMAGE : FORMS.get(parameter.getName()));
            }
        }
    }

    /** Request bodies reject unknown fields. Lists may be absent and are then empty; null means absent. */
    private static void close(Schema<?> schema) {
        schema.setAdditionalProperties(false);
        List<String> required = schema.getRequired() == null ? List.of()
                : schema.getRequired().stream().filter(field -> !isList(properties(schema).get(field))).toList();
        schema.setRequired(required.isEmpty() ? null : required);
        properties(schema).forEach((field, content) -> {
            if (!required.contains(field)) {
                schema.getProperties().put(field, orNull(content));
            }
        });
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Schema<?> orNull(Schema<?> schema) {
        if (schema.get$ref() != null) {
            return new JsonSchema().anyOf(List.of(new JsonSchema().$ref(schema.get$ref()), new JsonSchema().types(Set.of("null"))))
                    .description(schema.getDescription());
        }
        Set<String> types = new LinkedHashSet<>(schema.getTypes() == null ? Set.of(schema.getType()) : schema.getTypes());
        types.add("null");
        schema.setTypes(types);
        if (schema.getEnum() != null) {
            List<Object> values = new ArrayList<>(schema.getEnum());
            values.add(null);
            ((Schema) schema).setEnum(values);
        }
        return schema;
    }

    private static void reach(Schema<?> schema, Map<String, Schema> schemas, Set<String> reached) {
        if (schema == null) {
            return;
        }
        if (schema.get$ref() != null) {
            String name = schema.get$ref().substring(SCHEMAS.length());
            if (reached.add(name)) {
                properties(schemas.get(name)).values().forEach(field -> reach(field, schemas, reached));
            }
        }
        reach(schema.getItems(), schemas, reached);
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Map<String, Schema<?>> properties(Schema<?> schema) {
        return schema.getProperties() == null ? Map.of() : (Map) schema.getProperties();
    }

    private static boolean isList(Schema<?> schema) {
        return schema != null && is("array", schema);
    }

    private static boolean is(String type, Schema<?> schema) {
        return type.equals(schema.getType()) || schema.getTypes() != null && schema.getTypes().contains(type);
    }

    /** The annotation reader parses "1.0" as a number, even for string properties. */
    private static void exampleAsText(Schema<?> schema) {
        if (is("string", schema) && schema.getExample() != null && !(schema.getExample() instanceof String)) {
            schema.setExample(schema.getExample().toString());
        }
    }
}
