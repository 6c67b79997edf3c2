package org.caravan.writer;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Comments in the text of an application. Each line becomes a comment line.
 *
 * @param before above the application
 * @param inComponents at the end of a component, by its id
 * @param after at the end of the application
 */
public record Remarks(List<String> before, Map<String, List<String>> inComponents, List<String> after) {

    /** No comments. */
    public static final Remarks NONE = new Remarks(List.of(), Map.of(), List.of());

    public Remarks {
        before = List.copyOf(before);
        inComponents = Collections.unmodifiableMap(new TreeMap<>(inComponents));
        after = List.copyOf(after);
    }
}
