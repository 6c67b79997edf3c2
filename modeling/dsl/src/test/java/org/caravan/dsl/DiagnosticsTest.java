package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.caravan.application.ApplicationModel;
import org.caravan.infrastructure.Infrastructure;
import org.junit.jupiter.api.Test;

/** All problems at once, each with its place; models only where there is no error. */
class DiagnosticsTest {

    @Test
    void threeMistakesGiveThreeLocatedMessages() {
        String text = Texts.SOCK_SHOP
                .replace("requires catalogue-db.mysql", "requires catalogue-db.sql")
                .replace("rate 20 requests/s", "rate 20")
                .replace("latency of order", "latency of ordr");

        ParsedModels parsed = CaravanLanguage.parse(Map.of("shop.caravan", text));

        assertThat(Texts.texts(parsed.diagnostics())).containsExactly(
                "shop.caravan:12:27: error: Component catalogue names endpoint sql of component catalogue-db, which does not exist."
                        + " [unknown-endpoint]\n    Maybe use one of mysql.",
                "shop.caravan:36:53: error: Rate 20 of users bergen has no unit. [missing-unit]\n"
                        + "    Maybe write 20 requests/s; accepted: requests/s.",
                "shop.caravan:52:33: error: Slo steady names request ordr, which does not exist. [unknown-request]\n"
                        + "    Maybe use one of [order, home].");
        assertThat(parsed.applications()).isEmpty();
    }

    @Test
    void oneFileWithAnErrorHidesTheModelsOfAll() {
        ParsedModels parsed = together(Texts.SOCK_SHOP.replace("memory 96 MiB", "memory 96"), Texts.NORNET);

        assertThat(parsed.hasErrors()).isTrue();
        assertThat(parsed.applications()).isEmpty();
        assertThat(parsed.infrastructures()).isEmpty();
    }

    @Test
    void filesThatFitTogetherGiveAllModels() {
        ParsedModels parsed = together(Texts.SOCK_SHOP, Texts.NORNET);

        assertThat(Texts.texts(parsed.diagnostics())).isEmpty();
        assertThat(parsed.applications()).extracting(ApplicationModel::name).containsExactly("sock-shop");
        assertThat(parsed.infrastructures()).extracting(Infrastructure::name).containsExactly("NorNet");
    }

    @Test
    void aFileThatDeclaresNothingIsDoubtful() {
        String said =
                "shop.caravan:1:1: warning: File shop.caravan declares nothing. [nothing-declared]\n    Maybe save it first, or use "
                + "another file.";
        for (String text : List.of("", " \n", "// written tomorrow\n")) {
            ParsedModels parsed = CaravanLanguage.parse(Map.of("shop.caravan", text));
            assertThat(Texts.texts(parsed.diagnostics())).as(text).containsExactly(said);
            assertThat(parsed.hasErrors()).isFalse();
        }
        assertThat(Texts.texts(CaravanLanguage.parse(Map.of("shop.caravan", "", "net.caravan", Texts.NORNET)).diagnostics()))
                .as("also beside another").containsExactly(said);
    }

    @Test
    void filesWithoutApplicationAndInfrastructureAreDoubtful() {
        assertThat(Texts.texts(CaravanLanguage.parse(Map.of("who.caravan", "organisation acme { }")).diagnostics())).containsExactly(
                "who.caravan:1:1: warning: No application and no infrastructure is declared in who.caravan. [no-application]\n    Maybe "
                        + "name the file of an application, too.");
        assertThat(Texts.texts(CaravanLanguage.parse(Map.of("profile.json", "{}")).diagnostics())).containsExactly(
                "warning: No model is among the files. [no-application]\n    Maybe name one that ends with .caravan.");
        assertThat(Texts.texts(CaravanLanguage.parse(Map.of("net.caravan", Texts.NORNET)).diagnostics()))
                .as("an infrastructure alone is one").isEmpty();
    }

    @Test
    void whatDoesNotFitTheInfrastructureIsLocated() {
        String text = Texts.SOCK_SHOP
                .replace("at users-bergen via BKK", "at user-bergen via BKK")
                .replace("via CERNET ipv6", "via CnUnicom ipv6")
                .replace("in NO, SE", "in SE, DK")
                .replace("at simula, bergen", "at simla, users-bergen")
                .replace("memory 96 MiB", "memory 6 GiB");

        assertThat(Texts.texts(together(text, Texts.NORNET).diagnostics())).containsExactly(
                "shop.caravan:36:9: error: Users bergen are at site user-bergen, which infrastructure NorNet does not have."
                        + " [unknown-site]\n    Maybe use one of [users-bergen, bergen, users-haikou, hainan, simula].",
                "shop.caravan:37:9: error: Users haikou come via ISP CnUnicom, which site users-haikou does not have."
                        + " [unknown-isp]\n    Maybe use one of CERNET.",
                "shop.caravan:34:3: error: The location of component carts-db names site simla, which infrastructure NorNet"
                        + " does not have. [unknown-site]\n    Maybe use one of [simula, hainan, bergen].",
                "shop.caravan:34:3: error: The location of component carts-db names site users-bergen, which has no host."
                        + " [site-without-host]\n    Maybe use one of [bergen, hainan, simula].",
                "shop.caravan:33:3: error: Component catalogue-db must be in DK, SE, where infrastructure NorNet has no host."
                        + " [no-host-in-country]\n    Maybe use one of [CN, NO].",
                "shop.caravan:4:13: warning: Component frontend fits no host type of infrastructure NorNet; on small-vm it lacks"
                        + " memory 2 GiB. [component-fits-no-host-type]\n    Maybe reduce the requirement, or add a host type.");
    }

    @Test
    void oneFormThatFitsIsEnough() {
        String text = Texts.SOCK_SHOP.replaceFirst("catalogue-db stateful \\{\\s*form container \\{(.*)memory 192 MiB",
                "catalogue-db stateful { form microvm { image \"a\" cpu 1 memory 64 MiB } form container {$1memory 6 GiB");
        String withoutMicrovms = Texts.NORNET.replace("provider simulated {", "provider lxc { credentials testbed");

        assertThat(Texts.texts(together(text, Texts.NORNET).diagnostics())).isEmpty();
        assertThat(Texts.texts(together(text, withoutMicrovms).diagnostics())).containsExactly(
                "shop.caravan:14:13: warning: Component catalogue-db fits no host type of infrastructure NorNet; on small-vm as microvm"
                        + " no host runs a microvm. [component-fits-no-host-type]\n    Maybe reduce the requirement, or add a host type.");
    }

    @Test
    void aMissingFamilyIsNamed() {
        String text = Texts.SOCK_SHOP.replace("via BKK ipv4", "via BKK ipv6");

        assertThat(Texts.texts(together(text, Texts.NORNET).diagnostics())).containsExactly(
                "shop.caravan:36:9: error: Users bergen come by ipv6, which ISP BKK does not give site users-bergen."
                        + " [unknown-family]\n    Maybe use ipv4.");
    }

    @Test
    void aKnownInfrastructureIsCheckedAgainstToo() {
        Infrastructure known = Texts.parse(Texts.NORNET).infrastructures().get(0);
        String text = Texts.SOCK_SHOP.replace("at users-bergen", "at users-oslo");

        ParsedModels parsed = CaravanLanguage.parse(Map.of("shop.caravan", text), List.of(known));

        assertThat(parsed.diagnostics()).extracting(found -> found.code()).containsExactly("unknown-site");
        ApplicationModel alone = Texts.parse(text).applications().get(0);
        assertThat(CaravanLanguage.checkAgainst(alone, known)).extracting(found -> found.code()).containsExactly("unknown-site");
    }

    @Test
    void theSameApplicationInTwoFilesIsRejected() {
        ParsedModels parsed = together(Texts.SOCK_SHOP, Texts.SOCK_SHOP);

        assertThat(Texts.texts(parsed.diagnostics())).containsExactly(
                "nornet.caravan:2:13: error: There is more than one application sock-shop; the other is in shop.caravan."
                        + " [duplicate-name]\n    Maybe rename it to sock-shop-2, or remove one of them.");
    }

    @Test
    void severalThreadsMayParse() {
        List<Integer> problems = IntStream.range(0, 64).parallel()
                .mapToObj(i -> Texts.parse(i % 2 == 0 ? Texts.SOCK_SHOP : Texts.SOCK_SHOP.replace("carts.http", "cart.http")))
                .map(parsed -> parsed.diagnostics().size())
                .toList();

        assertThat(problems).isEqualTo(IntStream.range(0, 64).mapToObj(i -> i % 2 * 2).toList());
    }

    private static ParsedModels together(String application, String infrastructure) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("shop.caravan", application);
        files.put("nornet.caravan", infrastructure);
        return CaravanLanguage.parse(files);
    }
}
