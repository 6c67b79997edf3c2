package org.caravan.importers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.dsl.ParsedModels;
import org.caravan.importers.draft.Imported;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The text of each fixture's model and all that is said about it; {@code -Dgolden.update=true} rewrites them. */
class GoldenTest {

    private static final Path GOLDEN = Path.of("src/test/resources/golden");
    private static final List<String> SECRETS = List.of("hunter2", "correct-horse", "do-not-print", "secret-in-here");

    static final List<String> FIXTURES = Fixtures.NAMES;

    @ParameterizedTest
    @FieldSource("FIXTURES")
    void isAsExpected(String name) throws IOException {
        Imported imported = Fixtures.imported(Fixtures.read(name));
        check(name + ".caravan", imported.text().orElseThrow(() -> new AssertionError(Fixtures.messages(imported))));
        check(name + ".txt", Fixtures.messages(imported) + "\n");
    }

    @ParameterizedTest
    @FieldSource("FIXTURES")
    void holdsNoSecret(String name) {
        Imported imported = Fixtures.imported(Fixtures.read(name));
        assertThat(imported.text().orElseThrow() + Fixtures.messages(imported)).doesNotContain(SECRETS);
    }

    /** What a user does next: uncomments the stubs, and has an application with users and a promise. */
    @ParameterizedTest
    @FieldSource("FIXTURES")
    void stubsBecomeAModel(String name) {
        String text = Fixtures.imported(Fixtures.read(name)).text().orElseThrow();
        String adapted = text.replaceAll("(?m)^  // ((users some|request main|  .*->|}|slo fast|minimise).*)$", "  $1");
        assertThat(adapted).isNotEqualTo(text);
        ParsedModels parsed = CaravanLanguage.parse(Map.of("adapted.caravan", adapted));
        assertThat(parsed.diagnostics()).as(adapted).allMatch(found -> Fixtures.WARNED.contains(found.code()));
        assertThat(parsed.applications().get(0).users()).hasSize(1);
        assertThat(parsed.applications().get(0).slos()).hasSize(1);
    }

    private static void check(String name, String text) throws IOException {
        Path file = GOLDEN.resolve(name);
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(GOLDEN);
            Files.writeString(file, text);
        }
        assertThat(text).isEqualTo(Fixtures.text(file));
    }
}
