package org.caravan.importers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.dsl.ParsedModels;
import org.caravan.importers.draft.Imported;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The line of docs/importing.md that uncomments the stubs of an imported model, run as it is documented. */
class RecipeTest {

    static final List<String> FIXTURES = Fixtures.NAMES;

    @ParameterizedTest
    @FieldSource("FIXTURES")
    void uncommentsTheStubsAlone(String name) throws Exception {
        followed(Fixtures.imported(Fixtures.read(name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ServiceAccount", "PodDisruptionBudget", "Role", "Widget"})
    void worksWithFindingsAboutTheWhole(String kind) throws Exception {
        followed(Fixtures.imported("mini.yaml", """
                apiVersion: v1
                kind: %s
                metadata: {name: sa}
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web}
                spec: {template: {spec: {containers: [{name: web, image: acme/web, ports: [{containerPort: 80}]}]}}}
                """.formatted(kind)));
    }

    /** Texts that look like the stubs or like comments stay. */
    @ParameterizedTest
    @ValueSource(strings = {
        "{vote: {image: 'd/vote:latest', ports: ['5000:80'], depends_on: [redis]}, redis: {image: 'redis:alpine'}}",
        "{a: {image: acme/a, ports: ['80']}, b: {image: acme/b, restart: always, privileged: true, gpus: all}}",
        "{web: {image: nginx, ports: ['80'], command: ['sh', '-c', 'echo } // users some { at SITE'], labels: {x: users some}}}",
        "{web: {image: nginx, ports: ['80'], environment: {T: '// users some'}, cap_add: [NET_ADMIN]}}"
                + "\nnetworks: {front: {driver: overlay}}\nconfigs: {c: {file: ./c}}",
        "{web: {image: nginx, ports: ['80'], environment: {A: 'To add: users', B: 'Uncomment and adapt'}}}",
        "{users: {image: acme/users, ports: ['80']}, some: {image: acme/some, ports: ['81'], depends_on: [users]}}"})
    void leavesTextsOfTheFileAlone(String services) throws Exception {
        Imported imported = Fixtures.imported("compose.yml", "services: " + services);
        followed(imported);
        assertThat(inner(sed(imported.text().orElseThrow()))).startsWith(inner(imported.text().orElseThrow()));
    }

    /** Lines within forms. */
    private static String inner(String text) {
        return String.join("\n", text.lines().filter(line -> line.startsWith("      ")).toList());
    }

    @Test
    void theLineIsDocumented() throws Exception {
        assertThat(line()).contains("-e");
    }

    private static void followed(Imported imported) throws Exception {
        String adapted = sed(imported.text().orElseThrow());
        ParsedModels parsed = CaravanLanguage.parse(Map.of("adapted.caravan", adapted));
        assertThat(parsed.diagnostics()).as(adapted).allMatch(found -> Fixtures.WARNED.contains(found.code()));
        assertThat(parsed.applications().get(0).users()).hasSize(1);
    }

    private static String line() throws IOException {
        return Files.readAllLines(Path.of("../../docs/importing.md")).stream().filter(one -> one.startsWith("sed -i ")).findFirst()
                .orElseThrow();
    }

    private static String sed(String text) throws IOException {
        Process sed = new ProcessBuilder("sh", "-c", line().replaceFirst("^sed -i", "sed").replaceFirst(" /tmp/\\S+$", ""))
                .redirectErrorStream(true).start();
        try (OutputStream in = sed.getOutputStream()) {
            in.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return new String(sed.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
