package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.application.Bandwidth;
import org.caravan.application.PlacementRules;
import org.caravan.application.Coupling;
import org.caravan.application.Coupling.Kind;
import org.caravan.application.Separation.By;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.dsl.RuleTest.Case;
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.unit.BitRate;
import org.caravan.unit.Bytes;
import org.caravan.unit.DataPrice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What binds copies to each other and to lines, as records; and one text per rule that it rejects. */
class PlacementRulesTest {

    static final List<Case> RULES = List.of(
            new Case("unknown-component", "carts apart from search", "carts apart from serch", "use one of [search"),
            new Case("unknown-component", "together with front by", "together with fromt by", "use one of [front"),
            new Case("coupling-of-itself", "carts apart from search by", "carts apart from carts by", "require carts apart by host"),
            new Case("coupling-of-itself", "carts together with front by", "carts together with carts by",
                    "Component carts is to be together with itself"),
            new Case("place-unknown", "apart from search by host", "apart from search by form",
                    "Location of component carts names place form"),
            new Case("place-unknown", "front by host weight", "front by rack weight", "use one of [host, site]"),
            new Case("coupling-contradiction", "require front together",
                    "require carts together with search by host require front together", "remove one of them"),
            new Case("weight-range", "weight 2.5", "weight 0", "Weight 0 of preference of component carts"),
            new Case("bandwidth-order", "min 5 Mbit/s", "min 51 Mbit/s", "has bandwidth of min 51 Mbit/s, above its max 50 Mbit/s"),
            new Case("duplicate-property", "share 3  min", "share 3  share 2  min", "says share more than once"),
            new Case("share-range", "share 3", "share 0", "Share 0 of"),
            new Case("missing-unit", "max 50 Mbit/s", "max 50", "Max 50 of"),
            new Case("unknown-unit", "max 50 Mbit/s", "max 50 MiB", "is not a rate of data"),
            new Case("quantity-range", "min 500 kbit/s", "min 0.5 bit/s", "is not a whole number of bit/s"),
            new Case("missing-unit", "uplink 100 Mbit/s", "uplink 100", "Uplink 100 of isp Fibre of site oslo"),
            new Case("quantity-range", "uplink 100 Mbit/s", "uplink 0 Mbit/s", "is not above zero"),
            new Case("quantity-range", "downlink 200 Mbit/s", "downlink 0 Mbit/s", "is not above zero"),
            new Case("missing-unit", "egress 0.09 EUR/GiB", "egress 0.09", "Egress 0.09 of isp Fibre of site oslo"),
            new Case("unknown-unit", "egress 0.09 EUR/GiB", "egress 0.09 EUR/month", "is not a price of data"),
            new Case("quantity-range", "egress 0.09 EUR/GiB", "egress 0.0000009 EUR/GiB", "is not a whole number of millionths of a euro"),
            new Case("quantity-range", "egress 0.09 EUR/GiB", "egress 1001 EUR/GiB", "is above 1000 EUR/GiB"),
            new Case("duplicate-property", "egress 0.09 EUR/GiB", "egress 0 EUR/GiB egress 0.09 EUR/GiB", "says egress more than once"),
            new Case("missing-unit", "quota 10 GB/month", "quota 10", "Quota 10 of isp Fibre of site oslo has no unit"),
            new Case("unknown-unit", "quota 10 GB/month", "quota 10 GB/year", "is not an amount of data per day or month"),
            new Case("quantity-range", "quota 10 GB/month", "quota 0 GB/month", "is not above zero"),
            new Case("quantity-range", "then max 256 kbit/s", "then max 0 kbit/s", "is not above zero"),
            new Case("quota-without-effect", "then max 256 kbit/s", "then max 100 Mbit/s", "not below its uplink of 100 Mbit/s"),
            new Case("duplicate-property", "quota 10 GB/month then", "quota 1 GB/day then max 1 Mbit/s quota 10 GB/month then",
                    "says quota more than once"),
            new Case("bandwidth-fits-no-uplink", "uplink 100 Mbit/s", "uplink 4 Mbit/s",
                    "Each copy of component front reserves 5.0 Mbit/s"));

    private static final String TEXT = text();

    @Test
    void theyAreRead() {
        PlacementRules bonds = Texts.parse(TEXT).applications().get(0).supplement().bonds();

        assertThat(bonds.couplings()).containsExactly(
                new Coupling("carts", Kind.TOGETHER, "front", By.HOST, Optional.of(2.5)),
                new Coupling("carts", Kind.APART, "search", By.HOST, Optional.empty()),
                new Coupling("front", Kind.TOGETHER, "search", By.SITE, Optional.empty()),
                new Coupling("search", Kind.APART, "carts", By.SITE, Optional.of(1.0)));
        assertThat(bonds.couplings()).extracting(Coupling::text).contains("prefer carts together with front by host weight 2.5",
                "require front together with search by site");
        assertThat(bonds.bandwidths()).isEqualTo(Map.of(
                "front", new Bandwidth(3, BitRate.ofMbps(5), Optional.of(BitRate.ofMbps(50))),
                "search", new Bandwidth(1, BitRate.ofMbps(0.5), Optional.empty())));
    }

    @Test
    void anUplinkIsRead() {
        assertThat(Texts.parse(TEXT).infrastructures().get(0).site("oslo").isps().get(0).uplink()).contains(BitRate.ofMbps(100));
        assertThat(Texts.parse(TEXT).infrastructures().get(0).site("oslo").downlink("Fibre")).contains(BitRate.ofMbps(200));
    }

    @Test
    void aQuotaIsRead() {
        assertThat(Texts.parse(TEXT).infrastructures().get(0).site("oslo").isps().get(0).quota()).contains(new TrafficQuota(
                new Bytes(10_000_000_000L), TrafficQuota.Period.MONTH, new BitRate(256_000)));
        assertThat(Texts.parse(TEXT.replace("10 GB/month", "1.5 GB/day")).infrastructures().get(0).site("oslo").isps().get(0).quota()
                .orElseThrow()).hasToString("quota 1500 MB/day then max 256 kbit/s");
    }

    @Test
    void aQuotaWithAPriceIsRead() {
        String priced = TEXT.replace("then max 256 kbit/s", "then egress 0.12 EUR/GiB");
        assertThat(Texts.texts(beside(priced))).isEmpty();
        assertThat(Texts.parse(priced).infrastructures().get(0).site("oslo").isps().get(0).quota()).contains(new TrafficQuota(
                new Bytes(10_000_000_000L), TrafficQuota.Period.MONTH, new TrafficQuota.Price(new DataPrice(120_000))));
        List<Diagnostic> found = beside(priced.replace("0.12 EUR/GiB", "0.09 EUR/GiB"));
        assertThat(Texts.texts(found)).singleElement().asString().contains("[quota-without-effect]")
                .contains("has an egress price of 0.09 EUR/GiB after its quota, not above its egress of 0.09 EUR/GiB.");
        assertThat(Texts.texts(beside(priced.replace("0.12 EUR/GiB", "0 EUR/GiB")))).singleElement().asString()
                .contains("[quantity-range]").contains("not above zero");
        assertThat(Texts.texts(beside(priced.replace("0.12 EUR/GiB", "0.12 Mbit/s")))).singleElement().asString()
                .contains("[unknown-unit]");
    }

    @Test
    void aPriceOfEgressIsRead() {
        assertThat(Texts.parse(TEXT).infrastructures().get(0).site("oslo").isps().get(0).egress()).contains(new DataPrice(90_000));
        assertThat(new DataPrice(90_000)).hasToString("0.09 EUR/GiB");
        assertThat(Texts.parse(TEXT.replace("egress 0.09 EUR/GiB", "")).infrastructures().get(0).site("oslo").isps().get(0).egress())
                .isEmpty();
    }

    @Test
    void apartByHostAndTogetherBySiteDoNotContradict() {
        String both = TEXT.replace("require front together", "require carts together with search require front together");
        assertThat(Texts.texts(beside(both))).isEmpty();
    }

    @Test
    void allOfBandwidthIsHonoured() {
        assertThat(Texts.texts(Texts.parse(TEXT).diagnostics())).noneMatch(text -> text.contains("not yet honoured"));
    }

    @ParameterizedTest
    @FieldSource("RULES")
    void rule(Case rule) {
        assertThat(TEXT).contains(rule.accepted());
        assertThat(Texts.texts(beside(TEXT))).isEmpty();
        List<Diagnostic> found = beside(TEXT.replaceFirst(Pattern.quote(rule.accepted()), Matcher.quoteReplacement(rule.rejected())));
        assertThat(Texts.texts(found)).singleElement()
                .satisfies(text -> assertThat(text).contains("[" + rule.code() + "]").contains(rule.expected()));
        assertThat(found.get(0).suggestion()).isPresent();
        assertThat(found.get(0).location()).isPresent();
    }

    private static List<Diagnostic> beside(String text) {
        return Texts.parse(text).diagnostics().stream().filter(found -> !found.code().equals(ApplicationExtrasRuleTest.NOT_YET)).toList();
    }

    private static String text() {
        try (InputStream stream = PlacementRulesTest.class.getResourceAsStream("/bonds.caravan")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read bonds.caravan", e);
        }
    }
}
