package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.application.ApplicationModel;
import org.caravan.application.ControlRequirement;
import org.caravan.application.Storage;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.dsl.RuleTest.Case;
import org.caravan.infrastructure.ProviderControls;
import org.caravan.infrastructure.Sensitivity;
import org.caravan.infrastructure.Site;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What guards data and components: controls, classes and size, as records; and one text per rule that it rejects. */
class ProviderControlsTest {

    private static final String TEXT = """
            application shop {
              data people { size 20 GiB  class personal }
              component db stateful {
                form container { image "shop/db"  cpu 1  memory 64 MiB  disk 2 GiB }
                stores people
              }
              component mail {
                form container { image "shop/mail"  cpu 1  memory 64 MiB }
                consumes people
              }
              component web {
                form container { image "shop/web"  cpu 1  memory 64 MiB }
              }
              control locked { specification "Doors are locked" }
              control encrypted { of db }
            }

            infrastructure lab {
              host type pi { arch arm64  cores 4  memory 1 GiB  disk 32 GiB  price 3 EUR/month }
              site oslo {
                kind edge  country NO  position 60 10
                controls locked  holds internal
                isp A { ipv4 "10.1.1.0/24" gateway "10.1.1.1" }
                provider simulated { host pi-1 of pi at "pi-1"  controls encrypted, watched  holds personal }
                provider lxc { credentials os  host pi-2 of pi at "pi-2" }
              }
            }
            """;

    static final List<Case> RULES = List.of(
            new Case("class-unknown", "watched  holds personal", "watched  holds private",
                    "Provider simulated of site oslo names class private"),
            new Case("class-unknown", "locked  holds internal", "locked  holds intern", "use one of [internal"),
            new Case("duplicate-use", "encrypted, watched", "encrypted, encrypted",
                    "Provider simulated of site oslo names control encrypted more than once"),
            new Case("duplicate-use", "encrypted, watched", "encrypted, locked", "once as its site does"),
            new Case("duplicate-use", "controls locked", "controls locked, locked", "Site oslo names control locked more than once"),
            new Case("duplicate-property", "watched  holds personal", "watched  holds personal  holds secret", "says holds more than once"),
            new Case("control-not-offered", "control encrypted { of db }", "control encryptd { of db }", "use one of [encrypted"),
            new Case("class-not-held", "class personal", "class secret", "add to a provider or site that may: holds secret"),
            new Case("component-fits-no-host-type", "size 20 GiB", "size 31 GiB", "it lacks disk 1 GiB"));

    @Test
    void theyAreRead() {
        Site oslo = Texts.parse(TEXT).infrastructures().get(0).site("oslo");
        assertThat(oslo.guards()).isEqualTo(Map.of(
                "simulated", new ProviderControls(Set.of("encrypted", "locked", "watched"), Optional.of(Sensitivity.PERSONAL)),
                "lxc", new ProviderControls(Set.of("locked"), Optional.of(Sensitivity.INTERNAL))));
        ApplicationModel shop = Texts.parse(TEXT).applications().get(0);
        assertThat(ControlRequirement.of(shop, "db"))
                .isEqualTo(new ControlRequirement(Set.of("encrypted", "locked"), Optional.of(Sensitivity.PERSONAL)));
        assertThat(ControlRequirement.of(shop, "mail"))
                .isEqualTo(new ControlRequirement(Set.of("locked"), Optional.of(Sensitivity.PERSONAL)));
        assertThat(ControlRequirement.of(shop, "web").missing(oslo.guard("lxc"))).isEmpty();
        assertThat(ControlRequirement.of(shop, "mail").missing(oslo.guard("lxc"))).contains("provider may not hold personal data");
        assertThat(ControlRequirement.of(shop, "db").missing(oslo.guard("lxc"))).contains("provider does not offer control encrypted");
        assertThat(ControlRequirement.of(shop, "db").missing(oslo.guard("simulated"))).isEmpty();
    }

    @Test
    void whereNothingIsSaidNothingPersonalMayBe() {
        assertThat(ProviderControls.NONE.mayHold(Sensitivity.INTERNAL)).isTrue();
        assertThat(ProviderControls.NONE.mayHold(Sensitivity.PERSONAL)).isFalse();
        assertThat(new ProviderControls(Set.of(), Optional.of(Sensitivity.PUBLIC)).mayHold(Sensitivity.INTERNAL)).isFalse();
    }

    @Test
    void dataTakesTheDiskOfWhoStoresIt() {
        ApplicationModel shop = Storage.reserved(Texts.parse(TEXT).applications().get(0));
        assertThat(shop.component("db").forms().get(0).diskBytes()).isEqualTo(Bytes.ofMebi(22 * 1024));
        assertThat(shop.component("mail").forms().get(0).disk()).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("RULES")
    void rule(Case rule) {
        assertThat(TEXT).contains(rule.accepted());
        assertThat(Texts.texts(Texts.parse(TEXT).diagnostics())).isEmpty();
        List<Diagnostic> found = Texts.parse(TEXT.replaceFirst(Pattern.quote(rule.accepted()), Matcher.quoteReplacement(rule.rejected())))
                .diagnostics();
        assertThat(Texts.texts(found)).singleElement()
                .satisfies(text -> assertThat(text).contains("[" + rule.code() + "]").contains(rule.expected()));
        assertThat(found.get(0).suggestion()).isPresent();
        assertThat(found.get(0).location()).isPresent();
    }
}
