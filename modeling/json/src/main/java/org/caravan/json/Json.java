package org.caravan.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Optional;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Converts records to JSON and back. Equal records give equal text: properties and map entries are sorted.
 *
 * <ul>
 *   <li>a unit is a plain number: {@code "cpu": 250};
 *   <li>a record with a static {@code parse(String)} is this text, as a value and as a map key: {@code "frontend:1"};
 *   <li>a record of a sealed interface has a property {@code "type"} with its simple name;
 *   <li>an empty Optional is omitted; an Instant is ISO 8601; an enum is the text of its {@code toString}.
 * </ul>
 */
public final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .annotationIntrospector(new RecordConventions())
            .changeDefaultPropertyInclusion(value -> value.withValueInclusion(JsonInclude.Include.NON_ABSENT))
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            // Record constructors do not check for null, so a missing property is an error.
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            // A missing list becomes empty, so that data of earlier versions stays readable.
            .withConfigOverride(List.class, list -> list.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
            .build();

    private Json() {}

    /** Mapper for frameworks that require it. */
    public static JsonMapper mapper() {
        return MAPPER;
    }

    /** JSON on a single line. */
    public static String write(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /** Indented JSON for files that people read. */
    public static String writePretty(Object value) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n";
    }

    /** @throws RejectedInput if the text is not JSON or not of this type */
    public static <T> T read(String text, Class<T> type) {
        return read(text, MAPPER.constructType(type));
    }

    /** @throws RejectedInput if the text is not JSON or not a list of this type */
    public static <T> List<T> readList(String text, Class<T> elementType) {
        return read(text, MAPPER.getTypeFactory().constructCollectionType(List.class, elementType));
    }

    private static <T> T read(String text, JavaType type) {
        try {
            return MAPPER.readValue(text, type);
        } catch (JacksonException e) {
            throw new RejectedInput(List.of(new Diagnostic(
                    Diagnostic.Severity.ERROR,
                    "unreadable-json",
                    "The JSON of " + type.getRawClass().getSimpleName() + " cannot be read: " + e.getOriginalMessage() + ".",
                    Optional.of("compare it with what Caravan writes."),
                    location(e.getLocation()))));
        }
    }

    private static Optional<Diagnostic.Location> location(TokenStreamLocation at) {
        return Optional.ofNullable(at)
                .filter(known -> known.getLineNr() > 0 && known.getColumnNr() > 0)
                .map(known -> new Diagnostic.Location("input", known.getLineNr(), known.getColumnNr(), 1));
    }
}
