package org.caravan.server.rest.input;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.caravan.api.problem.AnyText;
import org.caravan.server.rest.ProblemException;
import org.caravan.server.rest.SuggestedField;
import org.caravan.text.TextRule;
import org.springframework.http.HttpStatus;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.type.TypeFactory;

/**
 * Walks through a JSON value in parallel with its target record type, up to the first field that the record does not have, or the first
 * text with a character that {@link TextRule} does not allow. So no operation can accept such a text by omission; {@link AnyText} marks the
 * fields whose text is checked later or may have any character.
 */
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
     * @return the refusal of the first unknown field or forbidden text; empty if there is none
     */
    Optional<ProblemException> stranger(JavaType type, String path) {
        return stranger(type, path, false);
    }

    /** @param any whether texts may have any character */
    private Optional<ProblemException> stranger(JavaType type, String path, boolean any) {
        JavaType meant = type.isReferenceType() ? type.getContentType() : type;
        if (parser.currentToken() == JsonToken.START_ARRAY && meant.isCollectionLikeType()) {
            return elements(meant.getContentType(), path, any);
        }
        if (parser.currentToken() == JsonToken.START_OBJECT && (meant.isRecordType() || meant.isMapLikeType())) {
            return fields(meant, path, any);
        }
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            return any ? Optional.empty() : forbidden(TextRule.LINES, parser.getString(), path);
        }
        return parser.currentToken() == JsonToken.START_ARRAY
                || parser.currentToken() == JsonToken.START_OBJECT ? unread(path, any) : Optional.empty();
    }

    /** A value whose type does not tell its fields, or of another type than the field; the next reader reports the latter. */
    private Optional<ProblemException> unread(String path, boolean any) {
        Optional<ProblemException> found = Optional.empty();
        for (int depth = 1; depth > 0 && found.isEmpty(); ) {
            JsonToken token = parser.nextToken();
            if (token == null) {
                return found;
            }
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            if (token == JsonToken.PROPERTY_NAME) {
                found = forbidden(TextRule.LINE, parser.currentName(), path);
            } else if (token == JsonToken.VALUE_STRING && !any) {
                found = forbidden(TextRule.LINES, parser.getString(), path);
            }
        }
        return found;
    }

    private Optional<ProblemException> forbidden(TextRule rule, String text, String path) {
        // Files of Windows end their lines with a carriage return and a line feed.
        return rule.violation(rule == TextRule.LINES ? text.replace("\r\n", "\n") : text)
                .map(found -> new ProblemException(HttpStatus.BAD_REQUEST, "bad-request",
                "The field (" + UnreadableBody.abbreviated(path) + ") has a character that no text may have: " + found
                        + UnreadableBody.where(parser.currentTokenLocation()) + ".", "remove it; it may be invisible."));
    }

    private Optional<ProblemException> elements(JavaType type, String path, boolean any) {
        Optional<ProblemException> found = Optional.empty();
        for (int index = 0; found.isEmpty() && goesOn(parser.nextToken(), JsonToken.END_ARRAY); index++) {
            found = stranger(type, path + "[" + index + "]", any);
        }
        return found;
    }

    private Optional<ProblemException> fields(JavaType type, String path, boolean any) {
        Map<String, JavaType> known = type.isRecordType() ? components(type) : Map.of();
        Optional<ProblemException> found = Optional.empty();
        while (found.isEmpty() && goesOn(parser.nextToken(), JsonToken.END_OBJECT)) {
            String name = parser.currentName();
            String field = path.isEmpty() ? name : path + "." + name;
            if (type.isRecordType() && !known.containsKey(name)) {
                String detail = "The field (" + UnreadableBody.abbreviated(field) + ") means nothing here"
                        + UnreadableBody.where(parser.currentTokenLocation()) + ".";
                return Optional.of(new ProblemException(HttpStatus.BAD_REQUEST, "bad-request", detail,
                        SuggestedField.of(name, known.keySet())));
            }
            found = type.isRecordType() ? Optional.empty() : forbidden(TextRule.LINE, name, path);
            parser.nextToken();
            if (found.isEmpty()) {
                found = stranger(type.isRecordType() ? known.get(name) : type.getContentType(), field, any || takesAny(type, name));
            }
        }
        return found;
    }

    private static boolean takesAny(JavaType type, String name) {
        return type.isRecordType() && Arrays.stream(type.getRawClass().getRecordComponents())
                .anyMatch(component -> component.getName().equals(name) && component.isAnnotationPresent(AnyText.class));
    }

    private static boolean goesOn(JsonToken token, JsonToken end) {
        return token != null && token != end;
    }

    private static Map<String, JavaType> components(JavaType type) {
        Map<String, JavaType> components = new LinkedHashMap<>();
        Arrays.stream(type.getRawClass().getRecordComponents())
                .forEach((RecordComponent component) -> components.put(component.getName(),
                TYPES.constructType(component.getGenericType())));
        return components;
    }
}
