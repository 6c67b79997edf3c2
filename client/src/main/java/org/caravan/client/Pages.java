package org.caravan.client;

import java.net.http.HttpHeaders;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads Link headers, and joins the pages of a list. */
final class Pages {

    /** Link header (RFC 8288) as the server writes it: without scheme and host, because they are unknown behind a proxy. */
    private static final Pattern NEXT = Pattern.compile("<[^>]*/api/v1/([^>]+)>; rel=\"next\"");

    private static final Pattern PLANNING = Pattern.compile("<[^>]*/api/v1/plannings/([^>/]+)>; rel=\"planning\"");

    private Pages() {}

    /** Id of the planning that a submitted model began, from the headers of the answer; empty if there is none. */
    static Optional<String> planning(HttpHeaders headers) {
        return headers.allValues("Link").stream().map(PLANNING::matcher).filter(Matcher::matches).map(found -> found.group(1)).findFirst();
    }

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
