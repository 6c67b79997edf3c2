package org.caravan.client;

import java.net.http.HttpHeaders;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Joins the pages of a list. */
final class Pages {

    /** Link header (RFC 8288) as the server writes it: without scheme and host, because they are unknown behind a proxy. */
    private static final Pattern NEXT = Pattern.compile("<[^>]*/api/v1/([^>]+)>; rel=\"next\"");

    private Pages() {}

    /** Path of the next page, from the headers of a page; empty at the end of the list. */
    static Optional<ApiPath> next(HttpHeaders headers) {
        return headers.firstValue("Link").map(NEXT::matcher).filter(Matcher::matches).map(found -> new ApiPath(found.group(1)));
    }

    /** Concatenates two arrays, or the arrays of two objects field by field. */
    static JsonNode joined(JsonNode before, JsonNode page) {
        if (before instanceof ArrayNode first && page instanceof ArrayNode second) {
            return first.addAll(second);
        }
        if (before instanceof ObjectNode first && page instanceof ObjectNode second) {
            second.properties().forEach(field -> first.set(field.getKey(), first.has(field.getKey())
                    ? joined(first.get(field.getKey()), field.getValue()) : field.getValue()));
        }
        return before;
    }
}
