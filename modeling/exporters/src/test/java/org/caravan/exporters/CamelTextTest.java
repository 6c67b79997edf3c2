package org.caravan.exporters;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.LocationRequirement;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.dsl.ParsedModels;
import org.caravan.importers.draft.Format;
import org.caravan.importers.draft.ImportOptions;
import org.caravan.importers.ModelImport;
import org.caravan.importers.draft.Imported;
import org.caravan.importers.draft.SourceFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What CAMEL can say of an application is what our importer reads from its CAMEL text. */
class CamelTextTest {

    private static final String FLEET = """
            application Fleet version "1.2" {
              data trips { in NO, DK }
              component Store stateful { form container { image "fleet/store"  cpu 1.5  memory 3 GiB }  provides sql on 5432  stores trips }
              component Maps { replicas 2  form container { image "fleet/maps"  cpu 0.25  memory 100 MiB }  provides http on 8080  \
            provides feed on 8081 }
              component Tracker {
                form container { image "fleet/tracker"  cpu 2  memory 4 GiB }
                provides http on 8080
                requires Store.sql, Maps.feed
              }
              require Store in NO, SE
              require Tracker in NO, SE
            }
            """;

    @Test
    void whatCamelCanSayComesBack() {
        ApplicationModel fleet = parsed(FLEET);
        CamelText camel = CamelText.of(fleet);
        Imported imported = imported(camel.text());
        ApplicationModel back = imported.model().orElseThrow();

        assertThat(back.name()).isEqualTo("Fleet");
        assertThat(back.version()).isEqualTo("1.2");
        assertThat(back.components()).isEqualTo(fleet.components());
        assertThat(back.locations()).containsExactly(new LocationRequirement("Store", Set.of(), Set.of("NO")),
                new LocationRequirement("Tracker", Set.of(), Set.of("NO", "SE")));
        assertThat(imported.diagnostics()).extracting(Diagnostic::code).doesNotContain("dangling-reference", "syntax", "renamed");
        assertThat(CamelText.of(back).text()).isEqualTo(camel.text());
    }

    private static final String WATCHED = """
            organisation Acme {
              role Operator { may plan, deploy, view }
              role Watcher { may view }
              person jane { mail "jane@example.org"  roles Operator, Watcher  credentials janes }
            }
            application Watched version "1" {
              owned by Acme
              component Gate { replicas 1..4  capacity 1000000 requests/s  form container { image "gate"  cpu 1  memory 64 MiB }  \
            provides http on 80 }
              component Base stateful { form container { image "base"  cpu 1  memory 64 MiB } }
              metric load { sensor cpu of Gate  every 5 s }
              metric memory { sensor memory of Gate }
              metric delay { sensor "stopwatch" of Gate  every 5 s  unit ms }
              metric mean { formula delay  every 60 s  window 120 s by mean  unit ms }
              metric worst { formula delay  window 300 s by p95  unit ms }
              metric twice { formula delay * 2 + mean  unit ms }
              metric shifted { formula (delay / 1 ms + 5 - (mean / 1 ms - 2) / 3) * 1 ms  unit ms }
              metric benefit { formula 1 / (1 + exp(-0.5 * (delay / 1 ms * load - gates))) }
              variable gates is replicas of Gate
              variable sizes is memory of Gate
              constraint Slow { mean > 250 ms }
              constraint Full { load >= 0.95 }
              constraint Few { gates < 2 }
              constraint Big { sizes <= 512 MiB }
              constraint Trouble { Slow and Either }
              constraint Either { Full or Few }
              constraint Hot { load > 0.5 }
              constraint Cold { load < 0.1 }
              constraint Care { if Hot then Big else Cold }
              constraint Promised { Trouble }
              rule Grow { when Trouble  then scale out Gate by 2 }
              rule Shrink { when not Trouble  every 900 s  then scale in Gate }
              maximise benefit weight 2.5
              maximise -1 * mean
              maximise gates
              control locked { domain "Keys"  specification "Kept in a safe, it's said."  of Gate }
              control sealed { of Gate, Base }
            }
            """;

    @Test
    void whatIsWatchedAndDoneComesBack() {
        ParsedModels models = CaravanLanguage.parse(Map.of("model.caravan", WATCHED));
        ApplicationModel watched = models.applications().get(0);
        CamelText camel = CamelText.of(watched, models.organisations());
        assertThat(camel.left()).containsExactly("capacity of component Gate");
        Imported imported = imported(camel.text());
        assertThat(imported.diagnostics()).extracting(Diagnostic::code).doesNotContain("dangling-reference", "syntax", "renamed");
        ApplicationModel back = imported.model().orElseThrow(() -> new AssertionError(camel.text()));
        assertThat(back.components()).isEqualTo(watched.components());
        assertThat(back.supplement().adaptation().metrics()).isEqualTo(watched.supplement().adaptation().metrics());
        assertThat(back.supplement().adaptation()).isEqualTo(watched.supplement().adaptation());
        assertThat(back.supplement().organisation()).contains("Acme");
        assertThat(CaravanLanguage.parse(Map.of("back.caravan", imported.text().orElseThrow())).organisations())
                .isEqualTo(models.organisations());
        assertThat(back.supplement().controls().get(0)).isEqualTo(watched.supplement().controls().get(0));
        assertThat(CamelText.of(back, models.organisations()).text()).isEqualTo(camel.text());
    }

    /** A window over a sensor is one metric here and two there; what CAMEL does not say is told by name. */
    @Test
    void whatCamelDoesNotSayIsTold() {
        ApplicationModel model = parsed("""
                application A {
                  data rows {}
                  component web { replicas 1..3  capacity 5 requests/s  form container { image "a"  cpu 1  memory 64 MiB }  \
                provides http on 80  requires base.sql  annotations { tier "front" } }
                  component base stateful { form container { image "b"  cpu 1  memory 64 MiB }  provides sql on 5432  stores rows  \
                replica readable }
                  users some { at s via i ipv4  rate 1 requests/s  mix order 100 % }
                  request order { users -> web  turns 1  bytes 1 KiB  web -> base  turns 1  bytes 1 KiB  reads }
                  slo fast { p95 latency of order < 90 ms }
                  metric load { sensor cpu of web  every 5 s  window 60 s by mean }
                  metric wait { sensor latency of order }
                  variable money is cost
                  constraint spare { load < 50 % }
                  constraint dear { money > 5 EUR/month }
                  constraint hurt { slo fast violated }
                  rule busy { when spare  for 60 s  then scale out web }
                  rule again { every 60 s  then replan }
                  maximise -1 * money
                  forecast requests of order { method sarima  season 600 s  horizon 60 s }
                }
                """);
        CamelText camel = CamelText.of(model);
        assertThat(camel.left()).contains("metric wait", "variable money", "constraint dear", "constraint hurt", "rule busy", "rule again",
                "maximise -1 * money", "forecast of order",
                "annotations of component web", "replica readable of component base", "request order, and which of its hops only read",
                        "slo fast").doesNotContain("metric load", "constraint spare");
        ApplicationModel back = imported(camel.text()).model().orElseThrow();
        assertThat(back.supplement().adaptation().metrics()).hasSize(2);
        assertThat(CamelText.of(back).text()).isEqualTo(CamelText.of(imported(CamelText.of(back).text()).model().orElseThrow()).text());
    }

    /**
     * Every application of this project goes there and comes back as a model that the language accepts, and from then on stays what it is.
     */
    @Test
    void allExamplesGoThereAndBack() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("../../examples"))) {
            List<ApplicationModel> all = files.filter(file -> file.toString().endsWith(".caravan") && !file.toString().contains("/target/"))
                    .flatMap(file -> CaravanLanguage.parse(Map.of(file.toString(), read(file))).applications().stream()).toList();
            assertThat(all).hasSizeGreaterThan(2);
            for (ApplicationModel application : all) {
                Imported once = imported(CamelText.of(application).text());
                assertThat(once.diagnostics()).extracting(Diagnostic::code).as(application.name())
                        .doesNotContain("dangling-reference", "syntax");
                assertThat(CaravanLanguage.parse(Map.of("back.caravan", once.text().orElseThrow())).hasErrors()).as(once.text().get())
                        .isFalse();
                String again = CamelText.of(once.model().orElseThrow()).text();
                assertThat(CamelText.of(imported(again).model().orElseThrow()).text()).isEqualTo(again);
            }
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    @Test
    void scriptsOfAMachineComeBack() {
        ApplicationModel pay = parsed("""
                application Pay {
                  component Desk { form vm { image "debian-12"  cpu 1  memory 1 GiB  install run "apt-get install -y 'desk'"  \
                start run "echo \\"a\\\\tb\\" && desk"  stop run "kill 1" }  provides http on 80 }
                }
                """);
        CamelText camel = CamelText.of(pay);
        assertThat(camel.text()).contains("install 'apt-get install -y \\'desk\\'' start 'echo \"a\\\\tb\" && desk' stop 'kill 1'");
        assertThat(imported(camel.text()).model().orElseThrow().components()).isEqualTo(pay.components());
        assertThat(camel.left()).containsExactly("image debian-12 of the machine of component Desk");
    }

    @Test
    void theSockShopComesBackButForWhatIsListed() throws IOException {
        ApplicationModel shop = parsed(Files.readString(Path.of("../dsl/src/test/resources/sock-shop.caravan"))
                .replace("minimise cost", "robustness 70 % minimise cost"));
        CamelText camel = CamelText.of(shop);
        List<Component> back = imported(camel.text()).model().orElseThrow().components();

        assertThat(back).extracting(Component::id)
                .containsExactlyInAnyOrderElementsOf(shop.components().stream().map(one -> one.id().replace('-', '_')).toList());
        assertThat(back).extracting(one -> one.requires().size())
                .containsExactlyElementsOf(shop.components().stream().map(one -> one.requires().size()).toList());
        assertThat(camel.left()).contains("users bergen", "slo fast", "robustness", "env of component frontend: SHOP_NAME",
                "dashes in names, which are underscores there: carts-db, catalogue-db");
    }

    @Test
    void theCommandWritesTheFileOrSaysWhyNot(@TempDir Path folder) throws IOException {
        Path model = Files.writeString(folder.resolve("fleet.caravan"), FLEET);
        Path out = folder.resolve("fleet.camel");
        assertThat(Main.run(new String[] {"--camel", model.toString(), "-o", out.toString()})).isZero();
        assertThat(Files.readString(out)).isEqualTo(CamelText.of(parsed(FLEET)).text());
        assertThat(Main.run(new String[] {model.toString()})).isEqualTo(1);
        assertThat(Main.run(new String[] {"--camel"})).isEqualTo(1);
    }

    private static ApplicationModel parsed(String text) {
        ParsedModels parsed = CaravanLanguage.parse(Map.of("model.caravan", text));
        assertThat(parsed.hasErrors()).as(parsed.diagnostics().toString()).isFalse();
        return parsed.applications().get(0);
    }

    private static Imported imported(String camel) {
        return ModelImport.of(List.of(new SourceFile("model.camel", camel)), ImportOptions.DEFAULT.withFormat(Format.CAMEL));
    }
}
