package org.caravan.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.application.ApplicationModel;
import org.caravan.application.LocationRequirement;
import org.caravan.application.Slo;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.dsl.ParsedModels;
import org.caravan.dsl.command.FilesOnDisk;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.organisation.Organisation;
import org.caravan.organisation.Permission;
import org.caravan.organisation.Person;
import org.caravan.organisation.Role;
import org.caravan.unit.Millis;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.api.Test;

/** A model read, written and read again is the same model. */
class ModelTextTest {

    private static final Path PROJECT = Path.of("../..");

    static Stream<Path> models() throws IOException {
        try (Stream<Path> files = Files.walk(PROJECT)) {
            return files.filter(file -> file.toString().endsWith(".caravan"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void everyModelOfThisProjectSurvives(Path file) throws IOException {
        ParsedModels read = CaravanLanguage.parse(FilesOnDisk.with(Map.of(file.toString(), Files.readString(file))));
        assertThat(read.hasErrors()).as("%s", read.diagnostics()).isFalse();
        assertThat(read.applications().size() + read.infrastructures().size()).isPositive();
        String organisations = read.organisations().stream().map(ModelText::of).collect(Collectors.joining());
        read.applications().forEach(application -> survives(application, organisations));
        read.infrastructures().forEach(ModelTextTest::survives);
    }

    @ParameterizedTest
    @MethodSource("org.caravan.writer.GeneratedModels#applications")
    void generatedApplicationsSurvive(ApplicationModel application) {
        survives(application);
    }

    @ParameterizedTest
    @MethodSource("org.caravan.writer.GeneratedModels#infrastructures")
    void generatedInfrastructuresSurvive(Infrastructure infrastructure) {
        survives(infrastructure);
    }

    @Test
    void organisationsSurvive() {
        Organisation organisation = new Organisation("Harbour",
                List.of(new Person("jane", Optional.of("jane@example.org"), Set.of("operator"), List.of("jane-os", "b")),
                        new Person("tom", Optional.empty(), Set.of(), List.of())),
                List.of(new Role("operator", Set.of(Permission.VIEW, Permission.DEPLOY))));
        assertThat(parsed(ModelText.of(organisation)).organisations()).containsExactly(organisation);
    }

    @Test
    void commentsAreNoPartOfTheModel() {
        ApplicationModel application = GeneratedModels.applications().findFirst().orElseThrow();
        String component = application.components().get(0).id();
        Remarks remarks = new Remarks(List.of("read from */ \"x\""), Map.of(component, List.of("two\nlines {", "\u0007")), List.of("}"));
        String text = ModelText.of(application, remarks);
        assertThat(text).startsWith("// read from */ \"x\"\napplication ").contains("    // two\n    // lines {\n    //\n")
                .endsWith("  // }\n}\n");
        assertThat(parsed(text).applications()).containsExactly(application);
    }

    @Test
    void whatTheLanguageCannotSayIsRefusedByName() {
        ApplicationModel unnamed = new ApplicationModel("two words", "", List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
        assertThatThrownBy(() -> ModelText.of(unnamed)).hasMessageContaining("two words");
        ApplicationModel torn = new ApplicationModel("a", "", List.of(), List.of(new LocationRequirement("web", Set.of("x"), Set.of("NO"))),
                List.of(), List.of(), List.of(), List.of());
        assertThatThrownBy(() -> ModelText.of(torn)).hasMessageContaining("web");
        ApplicationModel fine = new ApplicationModel("a", "", List.of(), List.of(), List.of(), List.of(),
                List.of(new Slo("fast", 95, "home", new Millis(0.1 + 0.2))), List.of());
        assertThatThrownBy(() -> ModelText.of(fine)).hasMessageContaining("0.30000000000000004");
        assertThatThrownBy(() -> ModelText.quoted("a\nb")).hasMessageContaining("control character");
        assertThat(ModelText.quoted("a \"b\" \\")).isEqualTo("\"a \\\"b\\\" \\\\\"");
    }

    private static void survives(ApplicationModel application) {
        survives(application, "");
    }

    private static void survives(ApplicationModel application, String organisations) {
        String text = organisations + ModelText.of(application);
        assertThat(parsed(text, scripts(application)).applications()).as(text).containsExactly(application);
    }

    private static void survives(Infrastructure infrastructure) {
        String text = ModelText.of(infrastructure);
        assertThat(parsed(text).infrastructures()).as(text).containsExactly(infrastructure);
    }

    /** Files that lie beside the model, by name. */
    private static Map<String, String> scripts(ApplicationModel application) {
        Map<String, String> files = new HashMap<>();
        application.components().stream().flatMap(component -> component.forms().stream()).flatMap(form -> form.scripts().stream())
                .flatMap(scripts -> Stream.of(scripts.install(), Optional.of(scripts.start()), scripts.stop())).flatMap(Optional::stream)
                .forEach(script -> script.file().ifPresent(file -> files.put(file, script.text())));
        return files;
    }

    private static ParsedModels parsed(String text) {
        return parsed(text, Map.of());
    }

    private static ParsedModels parsed(String text, Map<String, String> beside) {
        Map<String, String> files = new HashMap<>(beside);
        files.put("written.caravan", text);
        ParsedModels parsed = CaravanLanguage.parse(files);
        assertThat(parsed.hasErrors()).as("%s%n%s", parsed.diagnostics(), text).isFalse();
        return parsed;
    }
}
