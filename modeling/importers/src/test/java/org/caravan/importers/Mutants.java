package org.caravan.importers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Texts with one to four words or characters removed, doubled, replaced or made strange. */
final class Mutants {

    private static final List<String> STRANGE = List.of("", "0", "-1", "1e99", "99999999999999999999", "%", "\"", "'", "{", "}", "[", "]",
            ":", "- ", "&a", "*a", "<<: *defaults",
            "\u0000", "\uD800", "æøå", "\u2028", "\t", "\n", "!!python/object", "? ", "|", ">", "${", "${A:-${B:-${C}}}", "~", "---\n",
                    "users", "-", "a".repeat(300),
            "http://a:b@c", "65536", "1..2", "*/", "/*", "//", "model", "$$", "\\");

    private final Random random;

    Mutants(long seed) {
        random = new Random(seed);
    }

    Stream<String> of(String base, int count) {
        List<String> words = List.of(base.split("(?<=\\s)|(?=\\s)|(?=[:{}\\[\\],\"'])"));
        return IntStream.range(0, count).mapToObj(i -> mutant(words));
    }

    private String mutant(List<String> base) {
        List<String> words = new ArrayList<>(base);
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            int at = random.nextInt(words.size());
            switch (random.nextInt(6)) {
                case 0 -> words.remove(at);
                case 1 -> words.add(at, words.get(at));
                case 2 -> words.set(at, words.get(random.nextInt(words.size())));
                case 3 -> words.set(at, STRANGE.get(random.nextInt(STRANGE.size())));
                case 4 -> words.set(at, cut(words.get(at)));
                default -> words.subList(at, Math.min(words.size(), at + 1 + random.nextInt(20))).clear();
            }
            if (words.isEmpty()) {
                words.addAll(Arrays.asList("x", " "));
            }
        }
        return String.join("", words);
    }

    private String cut(String word) {
        int at = random.nextInt(word.length() + 1);
        return word.substring(0, at) + (char) (1 + random.nextInt(126)) + word.substring(at);
    }
}
