package org.caravan.importers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.caravan.importers.draft.Imported;
import org.caravan.importers.draft.SourceFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Real CAMEL files, which are not ours to copy: {@code -Dcamel.samples=FOLDER} says where some are. */
class CamelSamplesTest {

    @Test
    void everyRealFileIsImported() throws IOException {
        List<SourceFile> samples = samples();
        for (SourceFile sample : samples) {
            Imported imported = Fixtures.imported(sample);
            assertThat(imported.hasErrors()).as(Fixtures.messages(imported)).isFalse();
            System.out.printf("%s: %d components, %d findings%n", sample.shortName(), Fixtures.model(imported).components().size(), imported.diagnostics().size());
            if (System.getProperty("camel.print") != null) {
                System.out.println(imported.text().orElseThrow());
                System.out.println(Fixtures.messages(imported));
            }
        }
    }

    @Test
    void mutantsOfRealFilesEndInModelsOrMessages() throws IOException {
        Mutants mutants = new Mutants(20261121);
        samples().stream().filter(sample -> sample.text().length() < 20_000)
                .forEach(sample -> mutants.of(sample.text(), 200).forEach(text -> Fixtures.imported(sample.name(), text)));
    }

    private static List<SourceFile> samples() throws IOException {
        String folder = System.getProperty("camel.samples", "");
        if (folder.isEmpty()) {
            System.out.println("SKIPPED: real CAMEL files are not named by -Dcamel.samples=FOLDER");
        }
        Assumptions.assumeFalse(folder.isEmpty());
        try (Stream<Path> files = Files.walk(Path.of(folder))) {
            return files.filter(file -> file.toString().endsWith(".camel")).sorted().map(file -> new SourceFile(file.toString(), Fixtures.text(file))).toList();
        }
    }
}
