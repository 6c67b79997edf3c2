package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.diagnostic.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The smallest inputs of each kind of fault of checks and hints. In a folder, {@code expected.txt} names the files that are read
 * together, followed by lines that their findings contain ({@code +}) or do not contain ({@code -}); without such lines there is no
 * finding.
 */
class FieldFaultInputsTest {

    private static final Path FOLDER = Path.of("src/test/resources/field-faults");
    /** Ending of files that are no valid models, so that walks over the models of this project leave them out. */
    private static final String REFUSED = ".txt";

    static Stream<Path> folders() throws IOException {
        try (Stream<Path> all = Files.list(FOLDER)) {
            return all.sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("folders")
    void isJudgedAsExpected(Path folder) throws IOException {
        Map<String, List<String>> expected = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("expected.txt"))) {
            if (line.startsWith("+ ") || line.startsWith("- ")) {
                lines.add(line);
            } else {
                lines = expected.computeIfAbsent(line, files -> new ArrayList<>());
            }
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(expected.keySet().stream().flatMap(names -> Stream.of(names.split(" "))).distinct())
                    .containsExactlyInAnyOrderElementsOf(files.map(file -> file.getFileName().toString())
                            .filter(name -> !name.equals("expected.txt")).map(name -> name.replace(REFUSED, "")).toList());
        }
        for (Map.Entry<String, List<String>> entry : expected.entrySet()) {
            check(folder, entry.getKey(), entry.getValue());
        }
    }

    private static void check(Path folder, String names, List<String> expected) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        for (String name : names.split(" ")) {
            Path refused = folder.resolve(name + REFUSED);
            texts.put(name, Files.readString(Files.exists(refused) ? refused : folder.resolve(name)));
        }
        String said = CaravanLanguage.parse(texts).diagnostics().stream().map(Diagnostic::text).collect(Collectors.joining("\n"));
        if (expected.isEmpty()) {
            assertThat(said).as(names).isEmpty();
        }
        assertThat(expected).as(names).allSatisfy(line -> {
            if (line.startsWith("+")) {
                assertThat(said).contains(line.substring(2));
            } else {
                assertThat(said).doesNotContain(line.substring(2));
            }
        });
    }

    @Test
    void everyKindThatTheLanguageJudgesIsThere() throws IOException {
        assertThat(folders().map(folder -> folder.getFileName().toString().substring(0, 2))).containsExactly("12", "13", "15", "17");
    }
}
