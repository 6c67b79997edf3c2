package org.caravan.importers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.caravan.importers.draft.ImportOptions;
import org.caravan.importers.draft.Format;
import org.caravan.importers.draft.Imported;
import org.caravan.importers.draft.SourceFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

/** Whatever a file holds, importing it ends in a model that the language accepts or in errors with lines, never in an exception. */
class MutationTest {

    private static final long SEED = 20261121;
    private static final int MUTANTS = 300;

    static final List<String> FIXTURES = Fixtures.NAMES;

    @ParameterizedTest
    @FieldSource("FIXTURES")
    void mutatedFixturesEndInModelsOrMessages(String name) {
        SourceFile fixture = Fixtures.read(name);
        long models = new Mutants(SEED).of(fixture.text(), MUTANTS).parallel()
                .map(text -> Fixtures.imported(name, text)).filter(imported -> imported.model().isPresent()).count();
        assertThat(models).as("mutants that were imported").isBetween(MUTANTS / 10L, MUTANTS - 1L);
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void anythingElseIsAnError(Format format) {
        Random random = new Random(SEED);
        for (int i = 0; i < 300; i++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            SourceFile source = new SourceFile("random.bin",
                    new String(bytes, i % 2 == 0 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8));
            Imported imported = Fixtures.checked(ModelImport.of(List.of(source), ImportOptions.DEFAULT.withFormat(format)));
            assertThat(imported.hasErrors()).isTrue();
        }
    }

    @Test
    void deepAndLongTextsAreErrors() {
        for (String part : List.of("{", "[", "- ", "a: {", "? ", "&a [*a,", "camel model a {", "x { ", "'", "\"", "/*", "services: ")) {
            for (Format format : Format.values()) {
                SourceFile source = new SourceFile("deep", part.repeat(20_000 / part.length()));
                assertThat(Fixtures.checked(ModelImport.of(List.of(source), ImportOptions.DEFAULT.withFormat(format))).hasErrors())
                        .as(part + format).isTrue();
            }
        }
    }

    @Test
    void longValuesAreReadInBoundedDepth() {
        for (String part : List.of("a.", "a/", "{}", "${A:-", "x{y}", "a:1,", "curl http://localhost ", "://a:b@", "p=;", "_a-")) {
            String value = part.repeat(20_000);
            String yaml =
                    "services:\n  web:\n    image: '%1$s'\n    ports: ['%1$s']\n    healthcheck: {test: '%1$s'}\n    environment: {HOST: "
                    + "'${A:-%1$s}', B: '%1$s'}\n";
            String camel = "camel model X { deployment model D { software %1$s { } communication %1$s from %1$s to %1$s } }";
            for (String text : List.of(yaml, camel)) {
                Imported imported = ModelImport.of(List.of(new SourceFile("long", text.formatted(value))), ImportOptions.DEFAULT);
                assertThat(imported.model().isPresent()).as(part).isEqualTo(!imported.hasErrors());
            }
        }
    }

    @Test
    void anchorsThatMultiplyCostNothing() {
        StringBuilder text = new StringBuilder("x0: &a0 {k: v}\n");
        for (int i = 1; i < 30; i++) {
            text.append("x").append(i).append(": &a").append(i).append(" {<<: [*a").append(i - 1).append(", *a").append(i - 1)
                    .append("]}\n");
        }
        Imported imported = Fixtures.imported("compose.yml", text + "services: {web: {image: nginx, environment: *a29}}\n");
        assertThat(Fixtures.model(imported).component("web").forms().get(0).environment()).containsEntry("k", "v");
    }
}
