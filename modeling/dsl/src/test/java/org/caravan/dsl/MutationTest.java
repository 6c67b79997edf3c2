package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.testing.Sample;
import org.junit.jupiter.api.Test;

/** Whatever a text says, reading it ends with models or with located messages, never with an exception. */
class MutationTest {

    private static final int MUTANTS = Sample.of(600, 2_000);
    private static final long SEED = 20261121;

    private final Random random = new Random(SEED);

    @Test
    void mutatedModelsAreReadOrRejected() {
        List<Infrastructure> known = Texts.parse(Texts.NORNET).infrastructures();
        List<String> mutants = IntStream.range(0, MUTANTS)
                .mapToObj(i -> mutant(i % 4 == 0 ? i % 8 == 0 ? Texts.NORNET : Texts.RENTED : i % 4 == 1 ? Texts.FLEET : Texts.SOCK_SHOP))
                .toList();
        mutants.parallelStream().forEach(text -> check(text, CaravanLanguage.parse(Map.of("mutant.caravan", text), known)));
    }

    @Test
    void randomBytesAreRejected() {
        for (int i = 0; i < 200; i++) {
            byte[] bytes = new byte[random.nextInt(300)];
            random.nextBytes(bytes);
            String text = new String(bytes, i % 2 == 0 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
            check(text, Texts.parse(text));
        }
    }

    @Test
    void deepAndLongTextsAreRejected() {
        for (String part : List.of("{", "(", "application a {", "\"", "9", "a-", "/*", "component ", "application a { constraint c { (",
                "application a { maximise max(")) {
            String text = part.endsWith("(") ? part + "(".repeat(20_000) : part.repeat(20_000 / part.length());
            check(text, Texts.parse(text));
        }
    }

    private static void check(String text, ParsedModels parsed) {
        assertThat(parsed.diagnostics()).as(text).allSatisfy(found -> {
            assertThat(found.location()).isPresent();
            assertThat(found.location().get().line()).isPositive();
            assertThat(found.suggestion()).isPresent();
            assertThat(found.message()).endsWith(".").doesNotContain("alternative", "RULE_", "null", "EOF", "mismatched");
        });
        assertThat(parsed.hasErrors() && !parsed.applications().isEmpty()).as(text).isFalse();
    }

    /** One to three of: a word removed, doubled, replaced by another of the text or by a strange one, or swapped. */
    private String mutant(String base) {
        List<String> words = new ArrayList<>(Arrays.asList(base.split("(?<=\\s)|(?=\\s)")));
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            int at = random.nextInt(words.size());
            switch (random.nextInt(5)) {
                case 0 -> words.remove(at);
                case 1 -> words.add(at, words.get(at));
                case 2 -> words.set(at, words.get(random.nextInt(words.size())));
                case 3 -> words.set(at, STRANGE.get(random.nextInt(STRANGE.size())));
                default -> words.set(at, cut(words.get(at)));
            }
        }
        return String.join("", words);
    }

    private String cut(String word) {
        int at = random.nextInt(word.length() + 1);
        return word.substring(0, at) + (char) (32 + random.nextInt(95)) + word.substring(at);
    }

    private static final List<String> STRANGE = List.of(
            "", "0", "-1", "1e9", "99999999999999999999", "0.0000000001", "%", "\"\"", "\"", "{", "}", "->", "users", "port",
            "p0", "p99.99999999", "\u0000", "\uD800", "æøå", "ipv6", "\"fd00::/64\"", "\"0.0.0.0/0\"", "\"::/0\"", "B", "EUR/month");
}
