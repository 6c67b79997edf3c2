package org.caravan.importers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.caravan.importers.draft.Imported;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The smallest inputs of each kind of import fault. In a folder, {@code expected.txt} names each file, followed by lines that its
 * findings and its model contain ({@code +}) or do not contain ({@code -}).
 */
class FieldFaultInputsTest {

    private static final Path FOLDER = Path.of("src/test/resources/field-faults");

    static Stream<Path> folders() throws IOException {
        try (Stream<Path> all = Files.list(FOLDER)) {
            return all.sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("folders")
    void isImportedAsExpected(Path folder) throws IOException {
        Map<String, List<String>> expected = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("expected.txt"))) {
            if (line.startsWith("+ ") || line.startsWith("- ")) {
                lines.add(line);
            } else {
                lines = expected.computeIfAbsent(line, file -> new ArrayList<>());
            }
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> !name.equals("expected.txt")))
                    .containsExactlyInAnyOrderElementsOf(expected.keySet());
        }
        expected.forEach((name, said) -> check(folder.resolve(name), said));
    }

    private static void check(Path file, List<String> expected) {
        Imported imported = Fixtures.imported(file.getFileName().toString(), Fixtures.text(file));
        String said = Fixtures.messages(imported) + "\n" + imported.text().orElse("");
        assertThat(expected).as(file.toString()).isNotEmpty().allSatisfy(line -> {
            if (line.startsWith("+")) {
                assertThat(said).contains(line.substring(2));
            } else {
                assertThat(said).doesNotContain(line.substring(2));
            }
        });
    }

    @Test
    void everyKindOfImportFaultIsThere() throws IOException {
        assertThat(folders().map(folder -> folder.getFileName().toString().substring(0, 2)))
                .containsExactly("03", "05", "06", "07", "08", "09", "10", "11", "18");
    }
}
