package org.caravan.diagnostic;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Suggests known words that are similar to an unknown word. */
public final class DidYouMean {

    private static final int SHOWN = 5;

    private DidYouMean() {}

    /** Up to five candidates, ordered by edit distance; at equal distance, candidates with the same first letter come first. */
    public static List<String> of(String written, Collection<String> candidates) {
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

    /** Levenshtein distance, ignoring case: minimum number of characters to insert, delete or replace. */
    private static int editDistance(String from, String to) {
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
