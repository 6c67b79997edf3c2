package org.caravan.importers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.dsl.ParsedModels;
import org.caravan.importers.draft.ImportOptions;
import org.caravan.importers.draft.Imported;
import org.caravan.importers.draft.SourceFile;

/** Texts that are imported, and what must hold of every import. */
final class Fixtures {

    static final List<String> NAMES = List.of("compose-blog.yml", "kubernetes-shop.yaml", "camel-three.camel", "camel-two.camel",
            "camel-watch.camel");

    /** Of what is imported as it is, though no stage honours it yet, or no plan can. */
    static final Set<String> WARNED = Set.of("not-yet-honoured", "sensor-program", "data-unstored", "utility-unknown-value");

    private static final Path FOLDER = Path.of("src/test/resources/fixtures");

    private Fixtures() {}

    static SourceFile read(String name) {
        return new SourceFile(name, text(FOLDER.resolve(name)));
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    static Imported imported(SourceFile... sources) {
        return checked(ModelImport.of(List.of(sources), ImportOptions.DEFAULT));
    }

    static Imported imported(String name, String text) {
        return imported(new SourceFile(name, text));
    }

    /** An error has no model; a model is accepted by the language itself, which reads the same from the text. */
    static Imported checked(Imported imported) {
        assertThat(imported.diagnostics()).allSatisfy(found -> {
            assertThat(found.location()).isPresent();
            assertThat(found.location().get().line()).isPositive();
            assertThat(found.message()).endsWith(".").doesNotContain("null", "Exception");
        });
        assertThat(imported.model().isPresent()).isEqualTo(!imported.hasErrors()).isEqualTo(imported.text().isPresent());
        imported.text().ifPresent(text -> {
            ParsedModels parsed = CaravanLanguage.parse(Map.of("imported.caravan", text));
            assertThat(parsed.diagnostics()).as(text).allMatch(found -> WARNED.contains(found.code()));
            assertThat(parsed.applications()).as(text).containsExactly(imported.model().orElseThrow());
        });
        return imported;
    }

    static String codes(Imported imported) {
        return imported.diagnostics().stream().map(Diagnostic::code).distinct().sorted().collect(Collectors.joining(" "));
    }

    static String messages(Imported imported) {
        return imported.diagnostics().stream().map(Diagnostic::text).collect(Collectors.joining("\n"));
    }

    static ApplicationModel model(Imported imported) {
        return imported.model().orElseThrow(() -> new AssertionError(messages(imported)));
    }
}
