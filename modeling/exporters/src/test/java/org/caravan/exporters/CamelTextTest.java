package org.caravan.exporters;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.LocationRequirement;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.importers.Format;
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
              component Maps { replicas 2  form container { image "fleet/maps"  cpu 0.25  memory 100 MiB }  provides http on 8080  provides feed on 8081 }
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

    @Test
    void scriptsOfAMachineComeBack() {
        ApplicationModel pay = parsed("""
                application Pay {
                  component Desk { form vm { image "debian-12"  cpu 1  memory 1 GiB  install run "apt-get install -y 'desk'"  start run "echo \\"a\\\\tb\\" && desk"  stop run "kill 1" }  provides http on 80 }
                }
                """);
        CamelText camel = CamelText.of(pay);
        assertThat(camel.text()).contains("install 'apt-get install -y \\'desk\\'' start 'echo \"a\\\\tb\" && desk' stop 'kill 1'");
        assertThat(imported(camel.text()).model().orElseThrow().components()).isEqualTo(pay.components());
        assertThat(camel.left()).containsExactly("image debian-12 of the machine of component Desk");
    }

    @Test
    void theSockShopComesBackButForWhatIsListed() throws IOException {
        ApplicationModel shop = parsed(Files.readString(Path.of("../dsl/src/test/resources/sock-shop.caravan")).replace("minimise cost", "robustness 70 % minimise cost"));
        CamelText camel = CamelText.of(shop);
        List<Component> back = imported(camel.text()).model().orElseThrow().components();

        assertThat(back).extracting(Component::id).containsExactlyInAnyOrderElementsOf(shop.components().stream().map(one -> one.id().replace('-', '_')).toList());
        assertThat(back).extracting(one -> one.requires().size()).containsExactlyElementsOf(shop.components().stream().map(one -> one.requires().size()).toList());
        assertThat(camel.left()).contains("users bergen", "slo fast", "robustness", "env of component frontend: SHOP_NAME",
                "dashes in names, which are underscores there: carts-db, catalogue-db")
                .doesNotContain("data, metrics, constraints, rules, controls and annotations, but where data may be");
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
        return CaravanLanguage.parse(Map.of("model.caravan", text)).applications().get(0);
    }

    private static Imported imported(String camel) {
        return ModelImport.of(List.of(new SourceFile("model.camel", camel)), Optional.of(Format.CAMEL));
    }
}
