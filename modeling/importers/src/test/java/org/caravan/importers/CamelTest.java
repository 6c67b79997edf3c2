package org.caravan.importers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.application.ApplicationExtras;
import org.caravan.application.DataSet;
import org.caravan.application.Coupling;
import org.caravan.application.EndpointReference;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.importers.draft.ImportOptions;
import org.caravan.importers.draft.Imported;
import org.caravan.importers.draft.SourceFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The traps of the dialects, one by one. */
class CamelTest {

    @Test
    void aLowerBoundAloneHasNoClosingBracket() {
        ApplicationModel model = Fixtures.model(Fixtures.imported("a.camel", sized("""
                attribute c [M.CPU.hasNumberofCores] : [int 3 U.Cores
                attribute r [M.RAM.TotalMemory] : [double 1.5 U.GigaBytes
                """)));
        assertThat(model.component("A").forms().get(0).cpu()).hasToString("3");
        assertThat(model.component("A").forms().get(0).memory()).hasToString("1536 MiB");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "attribute x [M.CPU.hasNumberofCores]: [int 2, int 4]|2", "attribute cores : int 2|2",
                "attribute minCores [M.CPU.hasMinNumberofCores]: int 2 attribute maxCores [M.CPU.hasMaxNumberofCores]: int 4|2",
        "feature f { [M.CPU] attribute n [M.CPU.hasNumberofCores] : int 2 }|2", "attribute gpu [M.GPU.hasNumberofCores] : int 2|0.5",
                "attribute cores : int 0|0.5"
    })
    void cores(String attributes, String expected) {
        assertThat(Fixtures.model(Fixtures.imported("a.camel", sized(attributes))).component("A").forms().get(0).cpu())
                .hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"attribute gpus : int 2|Optional[2]", "attribute x [M.GPU.hasNumberOfGPUs] : int 1|Optional[1]",
        "attribute numGPUs : int 4|Optional[4]", "attribute gpu_count : int 0|Optional.empty",
        "attribute gpu [M.GPU.hasNumberofCores] : int 2|Optional.empty", "attribute gpuMemory : int 8192|Optional.empty"})
    void gpus(String attributes, String expected) {
        assertThat(Fixtures.model(Fixtures.imported("a.camel", sized(attributes))).component("A").forms().get(0).gpu())
                .hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource({"'from A.need to B.give'", "'from X.D.A.need to X.D.B.give'", "'from need to give'", "'from A to B'",
            "'{ type: REMOTE from: A.need to: B.give }'"})
    void communicationsAreNamedInManyWays(String ends) {
        Imported imported = Fixtures.imported("a.camel",
                "camel model X { deployment model D { software A { required communication need port 80 }"
                + " software B { provided communication give port 80 } communication AB " + ends + " } }");
        assertThat(Fixtures.model(imported).component("A").requires()).containsExactly(new EndpointReference("B", "give"));
        assertThat(Fixtures.codes(imported)).doesNotContain("dangling");
    }

    @Test
    void statementsNeedNoOrderAndNoLines() {
        Imported imported = Fixtures.imported("a.camel",
                "camel model X{deployment type model D{communication c from A.n to B.g software B{longLived provided communication g port "
                + "1 provided communication h port 2}"
                + "software A{required communication n port 1 mandatory requirements R}requirements R{resource Q.Small}}requirement model "
                        + "Q{resource requirement Small{attribute cores:int 2}}}");
        ApplicationModel model = Fixtures.model(imported);
        assertThat(model.component("A").requires()).containsExactly(new EndpointReference("B", "g"));
        assertThat(model.component("B").provides()).hasSize(2);
        assertThat(model.component("A").forms().get(0).cpu()).hasToString("2");
    }

    @Test
    void placesAreResolvedAcrossFiles() {
        SourceFile app = new SourceFile("app.camel",
                "camel model X { deployment model D { global requirements G requirements G { location Q.L } software A { } }"
                + " requirement model Q { location requirement L [Places.North] } }");
        SourceFile places = new SourceFile("places.camel",
                "camel model P { location model Places { region North { name North } region Mid { name Mid parents [Places.North] }"
                + " region NO { name \"d'Or\" parents [ Places.Mid , Places.North ] } } }");
        Imported both = Fixtures.checked(ModelImport.of(List.of(app, places), ImportOptions.DEFAULT));
        assertThat(Fixtures.model(both).locations()).singleElement()
                .satisfies(location -> assertThat(location.countries()).containsExactly("NO"));
        assertThat(Fixtures.codes(both)).doesNotContain("model-missing");
        assertThat(Fixtures.codes(Fixtures.imported(app))).contains("model-missing");
        assertThat(Fixtures.model(Fixtures.imported("a.camel", app.text().replace("North", "EU"))).locations().get(0).countries())
                .hasSize(27);
        assertThat(Fixtures.model(Fixtures.imported("a.camel", app.text().replace("North", "Norway"))).locations().get(0).countries())
                .containsExactly("NO");
    }

    @Test
    void danglingReferencesAreWarningsWithTheirLine() {
        Imported imported = Fixtures.imported("a.camel",
                "camel model X {\n deployment model D {\n  software A {\n   requirements Gone\n  }\n }\n metric model M {\n  raw metric R "
                + "{ template M.Gone2 }\n"
                + "  raw metric S { template Gone3 }\n  raw metric context C { metric R }\n }\n constraint model K { logical constraint L "
                        + ": or (R, Gone4) }\n}");
        List<String> dangling = imported.diagnostics().stream().filter(found -> found.code().equals("dangling-reference"))
                .map(found -> found.location().orElseThrow().line() + " " + found.message().replaceAll(" .*", "")).toList();
        assertThat(dangling).containsExactly("4 Gone", "8 M.Gone2", "9 Gone3", "12 Gone4");
    }

    @Test
    void dataAnnotationsAndCouplingsHaveTheirPlace() {
        Imported imported = Fixtures.imported("a.camel",
                "camel model X { deployment model D { software A { [M.S.Fast] generates data [T.Raw] consumes data [T.Raw, T.Gone] } "
                + "software B { data source [T.Disk] }"
                + " software C { } coupling Near { type same-host software [ A, B ] } coupling Far { type same-zone software [A, C] "
                        + "relaxed } coupling Odd { type same-host software [Ghost, A] } }"
                + " data type model T { data Raw { source Disk } data source Disk { component D.B } data Raw2 { source Nowhere } } }");
        ApplicationExtras supplement = Fixtures.model(imported).supplement();
        assertThat(supplement.data()).extracting(DataSet::id).containsExactly("Raw", "Raw2");
        assertThat(supplement.data().get(0).storedBy()).containsExactly("B");
        assertThat(supplement.data().get(0).producedBy()).containsExactly("A");
        assertThat(supplement.data().get(0).consumedBy()).containsExactly("A");
        assertThat(supplement.componentAnnotations()).isEqualTo(Map.of("A", Map.of("Fast", "M.S.Fast")));
        assertThat(supplement.bonds().couplings()).extracting(Coupling::text)
                .containsExactly("require B together with A by host", "prefer C together with A by site");
        assertThat(imported.diagnostics()).extracting(Diagnostic::message).anyMatch(text -> text.contains("coupling Odd"))
                .noneMatch(text -> text.contains("coupling Near"));
    }

    /** Whatever stands where: its words are somewhere in the list, or carried over. */
    @Test
    void nothingIsDroppedSilently() {
        Imported imported = Fixtures.imported("a.camel",
                "camel model X { application A { version 'v' owner O } novel statement here deployment model D { vm V { size 3 } software "
                + "S { strange thing 5 } }"
                + " scalability model Y { scalability rule Q { event E } horizontal scaling Z { count 1 } single event E { } } security "
                        + "model T { security control C { } } }");
        String listed = imported.diagnostics().stream().map(Diagnostic::message).collect(Collectors.joining("\n"));
        assertThat(listed).contains("owner", "novel", "vm V", "strange", "scalability rule Q", "horizontal scaling Z", "single event E",
                "security model T");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "camel model X { deployment model D { |1|never closes", "camel model X { } }|1|none opened",
                "camel model X {\\n s 'open }|2|never ends", "camel model X { /* |1|never ends", "nothing|1|no CAMEL model"
    })
    void whatIsBrokenIsAnErrorAtItsLine(String text, int line, String message) {
        Imported imported = Fixtures.imported("a.camel", text.replace("\\n", "\n"));
        assertThat(imported.hasErrors()).isTrue();
        assertThat(imported.diagnostics().get(0).location().orElseThrow().line()).isEqualTo(line);
        assertThat(imported.diagnostics().get(0).message()).contains(message);
    }

    private static String sized(String attributes) {
        return "camel model X { deployment model D { software A { requirements R } requirements R { resource Q.Size } } requirement model "
                + "Q { resource requirement Size {\n" + attributes + "\n} } }";
    }
}
