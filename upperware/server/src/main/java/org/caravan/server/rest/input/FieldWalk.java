package org.caravan.server.rest.input;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.caravan.server.rest.Meant;
import org.caravan.server.rest.Refusal;
import org.springframework.http.HttpStatus;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.type.TypeFactory;

/** Walks through a JSON value in parallel with its target record type, up to the first field that the record does not have. */
final class FieldWalk {

    private static final TypeFactory TYPES = TypeFactory.createDefaultInstance();

    private final JsonParser parser;

    FieldWalk(JsonParser parser) {
        this.parser = parser;
    }

    /**
     * After the call, the parser is at the last token of the value, unless an unknown field was found.
     *
     * @param path path of the value at whose first token the parser stands; empty for the whole document
     * @return the refusal of the first unknown field; empty if all fields are known
     */
    Optional<Refusal> stranger(JavaType type, String path) {
        JavaType meant = type.isReferenceType() ? type.getContentType() : type;
        if (parser.currentToken() == JsonToken.START_ARRAY && meant.isCollectionLikeType()) {
            return elements(meant.getContentType(), path);
        }
        if (parser.currentToken() == JsonToken.START_OBJECT && (meant.isRecordType() || meant.isMapLikeType())) {
            return fields(meant, path);
        }
        parser.skipChildren();
        return Optional.empty();
    }

    private Optional<Refusal> elements(JavaType type, String path) {
        Optional<Refusal> found = Optional.empty();
        for (int index = 0; found.isEmpty() && goesOn(parser.nextToken(), JsonToken.END_ARRAY); index++) {
            found = stranger(type, path + "[" + index + "]");
        }
        return found;
    }

    private Optional<Refusal> fields(JavaType type, String path) {
        Map<String, JavaType> known = type.isRecordType() ? components(type) : Map.of();
        Optional<Refusal> found = Optional.empty();
        while (found.isEmpty() && goesOn(parser.nextToken(), JsonToken.END_OBJECT)) {
            String name = parser.currentName();
            String field = path.isEmpty() ? name : path + "." + name;
            if (type.isRecordType() && !known.containsKey(name)) {
                String detail = "The field (" + UnreadableBody.abbreviated(field) + ") means nothing here" + UnreadableBody.where(parser.currentTokenLocation()) + ".";
                return Optional.of(new Refusal(HttpStatus.BAD_REQUEST, "bad-request", detail, Meant.of(name, known.keySet())));
            }
            parser.nextToken();
            found = stranger(type.isRecordType() ? known.get(name) : type.getContentType(), field);
        }
        return found;
    }

    private static boolean goesOn(JsonToken token, JsonToken end) {
        return token != null && token != end;
    }

    private static Map<String, JavaType> components(JavaType type) {
        Map<String, JavaType> components = new LinkedHashMap<>();
        Arrays.stream(type.getRawClass().getRecordComponents()).forEach((RecordComponent component) -> components.put(component.getName(), TYPES.constructType(component.getGenericType())));
        return components;
    }
}
