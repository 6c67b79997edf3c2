package org.caravan.server.rest.input;

import com.fasterxml.jackson.databind.JavaType;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Marks the components of a record as required in its schema, except Optional and nullable ones. */
@Component
class RequiredFields implements ModelConverter {

    @Override
    public Schema<?> resolve(AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> chain) {
        if (!chain.hasNext()) {
            return null;
        }
        Schema<?> resolved = chain.next().resolve(type, context, chain);
        JavaType known = Json.mapper().constructType(type.getType());
        if (known != null && known.getRawClass().isRecord()) {
            Schema<?> defined = context.getDefinedModels().get(name(known.getRawClass()));
            if (defined != null && defined.getProperties() != null) {
                defined.setRequired(required(known.getRawClass(), defined));
            }
        }
        return resolved;
    }

    private static String name(Class<?> record) {
        var described = record.getAnnotation(io.swagger.v3.oas.annotations.media.Schema.class);
        return described == null || described.name().isEmpty() ? record.getSimpleName() : described.name();
    }

    private static List<String> required(Class<?> record, Schema<?> defined) {
        return Arrays.stream(record.getRecordComponents()).filter(RequiredFields::alwaysThere).map(RecordComponent::getName)
                .filter(defined.getProperties()::containsKey).toList();
    }

    private static boolean alwaysThere(RecordComponent component) {
        // The annotation is retained on the accessor and the field, not on the record component.
        var described = component.getAccessor().getAnnotation(io.swagger.v3.oas.annotations.media.Schema.class);
        return component.getType() != Optional.class && (described == null || !described.nullable());
    }
}
