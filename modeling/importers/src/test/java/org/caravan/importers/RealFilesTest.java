package org.caravan.importers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.caravan.importers.draft.Imported;
import org.caravan.importers.draft.SourceFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Real files, which are not ours to copy: {@code -Dimport.samples=FOLDER} says where some are, CAMEL or YAML. Each ends in a model that
 * the language accepts or in errors with lines; CAMEL files have no error. {@code -Dimport.print=true} prints what becomes of them.
 */
class RealFilesTest {

    @Test
    void everyRealFileIsImported() throws IOException {
        for (SourceFile sample : samples()) {
            Imported imported = Fixtures.imported(sample);
            String found = imported.model().map(model -> model.components().size() + " components")
                    .orElse("ERROR " + imported.diagnostics().get(0).text().lines().findFirst().orElseThrow());
            System.out.printf("%s: %s, %d findings%n", sample.name(), found, imported.diagnostics().size());
            if (Boolean.getBoolean("import.print")) {
                System.out.println(imported.text().orElse("") + Fixtures.messages(imported));
            }
            assertThat(imported.hasErrors() && sample.name().endsWith(".camel")).as(Fixtures.messages(imported)).isFalse();
        }
    }

    @Test
    void mutantsOfRealFilesEndInModelsOrMessages() throws IOException {
        Mutants mutants = new Mutants(20261121);
        samples().stream().filter(sample -> sample.text().length() < 20_000 && !sample.text().isBlank()).limit(40)
                .forEach(sample -> mutants.of(sample.text(), 50).forEach(text -> Fixtures.imported(sample.name(), text)));
    }

    /** A file that was not received to its end. */
    @Test
    void realFilesThatEndTooEarlyEndInModelsOrMessages() throws IOException {
        for (SourceFile sample : samples()) {
            for (int part = 1; part < 12 && sample.text().length() < 20_000; part++) {
                Fixtures.imported(sample.name(), sample.text().substring(0, sample.text().length() * part / 12));
            }
        }
    }

    private static List<SourceFile> samples() throws IOException {
        String folder = System.getProperty("import.samples", "");
        if (folder.isEmpty()) {
            System.out.println("SKIPPED: real files to import are not named by -Dimport.samples=FOLDER");
        }
        Assumptions.assumeFalse(folder.isEmpty());
        try (Stream<Path> files = Files.walk(Path.of(folder))) {
            return files.filter(file -> file.toString().matches(".*\\.(camel|ya?ml)")).sorted().map(RealFilesTest::read).toList();
        }
    }

    private static SourceFile read(Path file) {
        try {
            return new SourceFile(file.toString(), new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
