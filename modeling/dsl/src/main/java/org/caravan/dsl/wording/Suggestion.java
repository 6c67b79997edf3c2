package org.caravan.dsl.wording;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.diagnostic.DidYouMean;

/** Builds suggestions: the rest of a line that starts with "Maybe". */
public final class Suggestion {

    /** Index of the suggestion in an issue's data; replacements for the marked text follow it. */
    private static final int TEXT = 0;

    private Suggestion() {}

    /** Data of an issue: the suggestion, then the replacements that an editor may offer for the marked text, likeliest first. */
    public static String[] data(String suggestion, List<String> replacements) {
        return Stream.concat(Stream.of(suggestion), replacements.stream()).toArray(String[]::new);
    }

    /** @param data of an issue, as {@link #data} created it; null if the issue has none */
    public static Optional<String> text(String[] data) {
        return data == null || data.length == 0 ? Optional.empty() : Optional.of(data[TEXT]);
    }

    /** @param data as for {@link #text} */
    public static List<String> replacements(String[] data) {
        return data == null || data.length == 0 ? List.of() : List.of(data).subList(TEXT + 1, data.length);
    }

    /** {@code use one of [catalogue, carts]}, most similar name first; asks for a declaration if there are no candidates. */
    public static String useOneOf(String written, Collection<String> candidates) {
        List<String> closest = closest(written, candidates);
        return closest.isEmpty() ? "declare it first: there is none yet" : "use one of " + listed(closest);
    }

    /** Up to five candidates, most similar name first. */
    public static List<String> closest(String written, Collection<String> candidates) {
        return DidYouMean.of(written, candidates);
    }

    /** {@code [a, b]}, or just {@code a}. */
    public static String listed(Collection<String> names) {
        return names.size() == 1 ? names.iterator().next() : "[" + String.join(", ", names) + "]";
    }
}
