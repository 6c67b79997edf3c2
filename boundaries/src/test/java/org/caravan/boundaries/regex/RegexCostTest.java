package org.caravan.boundaries.regex;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No text makes a regular expression of the code take more than linear time or a stack that grows with it (finding L6 of the review of
 * 2026-11-25). What is measured are characters read, so that a busy machine changes nothing.
 */
class RegexCostTest {

    /** Calls whose expression is composed at run time, each with one that it composes. */
    private static final Map<String, String> COMPOSED = Map.of(
            "ReadReplicas.lambda$nameOfReplica$0", "\\Qdb-reads-\\E[0-9]+",
            "Values.lambda$formula$11", "\\b\\Qf\\E\\s*+\\(",
            "RequestPattern.of", "\\Q/items/\\E[^/]*\\Q/parts/\\E[^/]*\\Q/\\E.*",
            "ImageChange.image", "(\\bimage\\s++)\\Q\"service/shop\"\\E",
            "Machines.isGroupOf", "jclouds-\\Qcaravan-\\E[0-9a-f]{8}");

    @Test
    void everyExpressionReadsHostileTextsInLinearTime() {
        RegexesOfCode found = RegexesOfCode.below(Path.of(".."));
        assertThat(found.classes()).as("classes of all modules").isGreaterThan(1000);
        assertThat(found.constant()).as("expressions").hasSizeGreaterThan(250);
        assertThat(found.composed()).as("composed at run time: each needs an example").isEqualTo(COMPOSED.keySet());
        Stream<Regex> examples = COMPOSED.entrySet().stream().map(each -> new Regex(each.getKey(), each.getValue(), 0, false));
        List<String> faults = Stream.concat(found.constant().stream().distinct(), examples)
                .map(regex -> Cost.fault(regex).map(fault -> regex + "\n   " + fault).orElse(null)).filter(Objects::nonNull).toList();
        assertThat(faults).isEmpty();
    }

    private static Optional<String> fault(String text, boolean whole) {
        return Cost.fault(new Regex("here", text, 0, whole));
    }

    @ParameterizedTest
    @ValueSource(strings = {"(a+)+b", "(a|aa)+b", "(\\w+\\s?)*:", ".*a.*b.*c", "[a-z]+[a-z0-9]+:", "([a-z]+/)*x", "(a|b)*",
            "\\s*,\\s*\\s*;"})
    void whatIsSlowOrDeepIsFound(String text) {
        assertThat(fault(text, true)).as(text).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\s+$", "a+b", "//.*@"})
    void whatIsSlowWhereItIsSearchedIsFound(String text) {
        assertThat(fault(text, false)).as(text).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[a-z]+", "[a-z]++:[0-9]++", "([a-z]{1,63}\\.){0,8}x", "[^/]*/[^/]*", "\\d{1,5}(?:\\.\\d{1,9})?", "a|b|c"})
    void whatIsLinearPasses(String text) {
        assertThat(fault(text, true)).as(text).isEmpty();
        assertThat(fault("[^a-z0-9]", false)).isEmpty();
    }
}
