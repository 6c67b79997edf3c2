package org.caravan.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * An answer of the server: its JSON document, as it came, and the same as records of {@code org.caravan.api}. Documents of newer servers
 * may have further fields and those of older ones may lack some: unknown fields are ignored, a missing text or list is empty, a missing
 * number is 0, and a missing record or an unknown constant is null. A document that is no object, or no list, counts as empty.
 *
 * @param <T> a record, or a list of records
 */
public final class Answer<T> {

    private static final JsonSetter.Value EMPTY = JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY);

    static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(EnumFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
            .withConfigOverride(String.class, text -> text.setNullHandling(EMPTY))
            .withConfigOverride(List.class, list -> list.setNullHandling(EMPTY))
            .withConfigOverride(Map.class, map -> map.setNullHandling(EMPTY))
            // Requests are records, too: a value that is not given is absent in the document, not null.
            .changeDefaultPropertyInclusion(included -> included.withValueInclusion(JsonInclude.Include.NON_ABSENT))
            .build();

    private final JsonNode document;
    private final JavaType type;
    private T value;

    private Answer(JsonNode document, JavaType type) {
        this.document = document;
        this.type = type;
    }

    /** @param type a record */
    public static <T> Answer<T> of(JsonNode document, Class<T> type) {
        return new Answer<>(document, MAPPER.constructType(type));
    }

    /** @param element a record */
    public static <T> Answer<List<T>> listOf(JsonNode document, Class<T> element) {
        return new Answer<>(document, MAPPER.getTypeFactory().constructCollectionType(List.class, element));
    }

    /** A record, or a list of records, as a document like those of the server: what is not given is absent. */
    public static JsonNode documentOf(Object value) {
        return MAPPER.valueToTree(value);
    }

    private JsonNode expected() {
        if (type.isCollectionLikeType()) {
            return document.isArray() ? document : MAPPER.createArrayNode();
        }
        return document.isObject() ? document : MAPPER.createObjectNode();
    }

    /** The document with all of its fields. */
    public JsonNode document() {
        return document;
    }

    /**
     * The document as records; read at the first call, so that a command that prints only the document needs no record.
     *
     * @throws ApiFault {@code answer-unreadable} if a field has another type than the record
     */
    public T value() {
        if (value == null) {
            try {
                value = MAPPER.treeToValue(expected(), type);
            } catch (JacksonException e) {
                throw new ApiFault("answer-unreadable", "The answer of the server cannot be read: " + e.getOriginalMessage()
                        + "\n    Maybe client and server have different versions: caravan --version.");
            }
        }
        return value;
    }
}
