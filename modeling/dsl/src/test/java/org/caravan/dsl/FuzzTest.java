package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.caravan.infrastructure.Infrastructure;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Models that are changed along the grammar: parts left out, doubled, put in place of others of their kind or of another. Each ends with
 * models or with located messages, never with an exception.
 */
class FuzzTest {

    private static final int SAMPLE = 400;
    private static final int ALL = 100_000;

    @Test
    void aSampleIsReadOrRejected() {
        run(SAMPLE, 1);
    }

    @Test
    @Tag("slow")
    void aHundredThousandAreReadOrRejected() {
        run(ALL, 20261122);
    }

    private static void run(int mutants, long seed) {
        List<Infrastructure> known = Texts.parse(Texts.NORNET).infrastructures();
        GrammarMutants source = new GrammarMutants(List.of(Texts.SOCK_SHOP, Texts.FLEET, Texts.NORNET, Texts.RENTED));
        AtomicInteger accepted = new AtomicInteger();
        IntStream.range(0, mutants).parallel().forEach(i -> {
            String text = source.mutant(seed + i);
            ParsedModels parsed = CaravanLanguage.parse(Map.of("mutant.caravan", text), known);
            check(text, parsed);
            accepted.addAndGet(parsed.hasErrors() ? 0 : 1);
        });
        System.out.println(mutants + " mutants, " + accepted.get() + " of them accepted");
        assertThat(accepted.get()).as("some mutants are models still, or all that is tested is the parser").isGreaterThan(mutants / 100);
    }

    private static void check(String text, ParsedModels parsed) {
        assertThat(parsed.diagnostics()).as(text).allSatisfy(found -> {
            assertThat(found.location()).isPresent();
            assertThat(found.location().get().line()).isPositive();
            assertThat(found.suggestion()).isPresent();
            assertThat(found.message()).endsWith(".").doesNotContain("alternative", "RULE_", "null", "EOF", "mismatched",
                    "Error executing");
        });
        assertThat(parsed.hasErrors() && !parsed.applications().isEmpty()).as(text).isFalse();
    }
}
