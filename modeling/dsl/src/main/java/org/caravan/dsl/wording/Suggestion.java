package org.caravan.dsl.wording;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What could have been meant: the rest of a line that starts with "Maybe". */
public final class Suggestion {

    private static final int SHOWN = 5;

    /** At which place in an issue's data the suggestion stands; what could replace the marked text follows it. */
    private static final int TEXT = 0;

    private Suggestion() {}

    /** Data of an issue: the suggestion, then what an editor may offer for the marked text, the likeliest first. */
    public static String[] data(String suggestion, List<String> replacements) {
        return Stream.concat(Stream.of(suggestion), replacements.stream()).toArray(String[]::new);
    }

    /** @param data of an issue, as {@link #data} made it; null where it has none */
    public static Optional<String> text(String[] data) {
        return data == null || data.length == 0 ? Optional.empty() : Optional.of(data[TEXT]);
    }

    /** @param data as for {@link #text} */
    public static List<String> replacements(String[] data) {
        return data == null || data.length == 0 ? List.of() : List.of(data).subList(TEXT + 1, data.length);
    }

    /** {@code use one of [catalogue, carts]}, closest to what was written first; says so where there is none. */
    public static String useOneOf(String written, Collection<String> candidates) {
        List<String> closest = closest(written, candidates);
        return closest.isEmpty() ? "declare it first: there is none yet" : "use one of " + listed(closest);
    }

    /** At most five candidates by edit distance to what was written, then those that start alike. */
    public static List<String> closest(String written, Collection<String> candidates) {
        return candidates.stream()
                .distinct()
                .map(candidate -> new Candidate(candidate, editDistance(written, candidate), startAlike(written, candidate)))
                .sorted(Comparator.comparingInt(Candidate::distance)
                        .thenComparing(candidate -> !candidate.startsAlike())
                        .thenComparing(Candidate::name))
                .limit(SHOWN)
                .map(Candidate::name)
                .toList();
    }

    private record Candidate(String name, int distance, boolean startsAlike) {}

    private static boolean startAlike(String one, String other) {
        return one.regionMatches(true, 0, other, 0, 1);
    }

    /** {@code [a, b]}, or just {@code a}. */
    public static String listed(Collection<String> names) {
        return names.size() == 1 ? names.iterator().next() : "[" + String.join(", ", names) + "]";
    }

    /** Levenshtein distance, ignoring case: the least number of characters to insert, delete or replace. */
    static int editDistance(String from, String to) {
        int[] row = new int[to.length() + 1];
        Arrays.setAll(row, column -> column);
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (same(from.charAt(i - 1), to.charAt(j - 1)) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }

    private static boolean same(char a, char b) {
        return Character.toLowerCase(a) == Character.toLowerCase(b);
    }
}
