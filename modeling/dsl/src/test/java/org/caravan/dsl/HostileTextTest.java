package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.caravan.diagnostic.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Models that only an attacker or a program writes: each is refused in one clear message, without a stack overflow in the log or an
 * inner name in the text.
 */
class HostileTextTest {

    @ParameterizedTest
    @ValueSource(strings = {"a/", "a.", "ab/c-", "a_"})
    void longImageNameIsRefusedByItsLength(String part) {
        ParsedModels parsed = parse("application a { component c { form container { image \"" + part.repeat(300_000)
                + "!\" cpu 0.1 memory 32 MiB } } }");
        assertThat(parsed.diagnostics()).extracting(Diagnostic::code).contains("image-name");
        assertThat(parsed.diagnostics()).allSatisfy(diagnostic ->
                assertThat(diagnostic.text().length() > 1_000 || diagnostic.text().contains("EClassImpl@")).as(diagnostic.code())
                        .isFalse());
    }

    @Test
    void deeplyNestedBlocksAreRefusedOnce() {
        ParsedModels parsed = parse("application a { " + "metric m {".repeat(33_000));
        assertThat(parsed.diagnostics()).singleElement().satisfies(diagnostic ->
                assertThat(diagnostic.text()).contains("More than 100 blocks are open here.", "Maybe close some"));
    }

    private static ParsedModels parse(String text) {
        return CaravanLanguage.parse(Map.of("hostile.caravan", text));
    }
}
