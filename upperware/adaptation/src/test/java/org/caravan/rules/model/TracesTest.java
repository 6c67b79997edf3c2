package org.caravan.rules.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Scripted traces: the product, a reference and the page of the trace agree on each finding. */
class TracesTest {

    private static final Path FOLDER = Path.of("src/test/resources/org/caravan/rules/model/traces");

    static List<Path> traces() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.sorted().toList();
        }
    }

    @Test
    void thereAreTwentyTraces() throws IOException {
        assertThat(traces()).hasSizeGreaterThanOrEqualTo(20);
    }

    @ParameterizedTest
    @MethodSource("traces")
    void theRulesFindWhatTheReferenceFinds(Path file) throws IOException {
        Trace trace = Trace.read(file);
        assertThat(trace.found(new ReferenceEvaluator(trace.program())::evaluate)).as("reference").isEqualTo(trace.expected());
        try (ModelRules rules = ModelRules.of(trace.program())) {
            assertThat(trace.found(rules::evaluate)).isEqualTo(trace.expected());
        }
    }
}
