package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.application.Goal;
import org.caravan.application.Limit;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.dsl.RuleTest.Case;
import org.caravan.infrastructure.HostPower;
import org.caravan.infrastructure.Quota;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** As {@link RuleTest}, of what a plan costs and what bounds it: limits, power, disk, GPUs. */
class CostRuleTest {

    private static final String TEXT = """
            application shop {
              component web {
                form container { image "shop/web"  cpu 1  memory 64 MiB  gpu nvidia 1  startup 2 s  disk 2 GiB }
              }
              limit spend { cost <= 300 EUR/month }
              limit all { cost <= 400 EUR/month }
              minimise power weight 0.2
              minimise startup weight 3
              minimise cost
            }

            infrastructure lab {
              host type pi { arch arm64  cores 4  memory 1 GiB  disk 32 GiB  price 3 EUR/month  power 2..4.4 W }
              host type small { arch amd64  cores 4  memory 8 GiB  disk 32 GiB  gpu nvidia 2  price 9 EUR/month  startup 45 s  \
            offer "m1.small"  image "debian-12" }
              site oslo {
                kind edge  country NO  position 60 10
                isp A { ipv4 "10.1.1.0/24" gateway "10.1.1.1" }
                provider simulated { host pi-1 of pi at "pi-1" }
                provider openstack {
                  endpoint "https://keystone.example.org:5000/v3"  region R  credentials os  hosts up to 9 of small
                  quota { cores 20  memory 32 GiB  hosts 6 }
                }
              }
            }
            """;

    static final List<Case> CASES = List.of(
            new Case("missing-unit", "<= 300 EUR/month", "<= 300", "Cost limit 300 of limit spend has no unit"),
            new Case("unknown-unit", "<= 300 EUR/month", "<= 300 W", "is not a cost"),
            new Case("quantity-range", "<= 300 EUR/month", "<= 300.001 EUR/month", "round it to whole cents"),
            new Case("duplicate-name", "limit all", "limit spend", "more than one limit spend"),
            new Case("duplicate-goal", "minimise cost", "minimise power", "minimises power more than once"),
            new Case("weight-range", "weight 0.2", "weight 0", "is not 0.001 to 1000000"),
            new Case("missing-unit", "disk 2 GiB }", "disk 2 }", "Disk 2 of component web has no unit"),
            new Case("quantity-range", "disk 2 GiB }", "disk 0 GiB }", "is not above zero"),
            new Case("duplicate-property", "disk 2 GiB }", "disk 2 GiB disk 1 GiB }", "says disk more than once"),
            new Case("component-fits-no-host-type", "disk 2 GiB }", "disk 33 GiB }", "it lacks disk 1 GiB"),
            new Case("gpu-range", "gpu nvidia 1", "gpu nvidia 0", "Gpu 0 of component web is not 1 to 64"),
            new Case("gpu-range", "gpu nvidia 2", "gpu nvidia 65", "Gpu 65 of host type small is not 1 to 64"),
            new Case("gpu-range", "gpu nvidia 1", "gpu nvidia 0.5", "is not"),
            new Case("gpu-vendor-unknown", "gpu nvidia 1", "gpu nvidea 1", "nvidia"),
            new Case("gpu-vendor-unknown", "gpu nvidia 2", "gpu tesla 2", "names vendor of a GPU tesla, which does not exist"),
            new Case("duplicate-property", "gpu nvidia 1", "gpu nvidia 1 gpu 1", "says gpu more than once"),
            new Case("component-fits-no-host-type", "gpu nvidia 1", "gpu nvidia 3", "it has gpu nvidia 2, not nvidia 3"),
            new Case("component-fits-no-host-type", "gpu nvidia 1", "gpu amd 1", "it has gpu nvidia 2, not amd 1"),
            new Case("missing-unit", "2..4.4 W", "2..4.4", "Full power 4.4 of host type pi has no unit"),
            new Case("unknown-unit", "2..4.4 W", "2..4.4 V", "is not a power"),
            new Case("power-order", "2..4.4 W", "5..4.4 W", "write power 4.4..5 W"),
            new Case("power-range", "2..4.4 W", "2.0001..4.4 W", "has more than 3 decimals"),
            new Case("quantity-range", "2..4.4 W", "2..101 kW", "is above 100 kW"),
            new Case("missing-unit", "startup 2 s", "startup 2", "Startup 2 of component web has no unit"),
            new Case("unknown-unit", "startup 45 s", "startup 45 W", "is not a span of time"),
            new Case("duplicate-goal", "minimise power weight 0.2", "minimise startup", "minimises startup more than once"),
            new Case("missing-unit", "memory 32 GiB", "memory 32", "Memory 32 of provider openstack of site oslo has no unit"),
            new Case("quota-range", "hosts 6", "hosts 0", "is not 1 to 9999"),
            new Case("cores-range", "cores 20", "cores 0", "is not 0.001 to 1000000"),
            new Case("duplicate-property", "cores 20", "cores 20 cores 21", "says cores more than once"),
            new Case("quota-without-rental", "host pi-1 of pi at \"pi-1\"", "host pi-1 of pi at \"pi-1\" quota { hosts 1 }",
                    "Provider simulated of site oslo has a quota"),
            new Case("syntax", "{ cost <= 300 EUR/month }", "{ cost < 300 EUR/month }", "<="));

    @ParameterizedTest
    @FieldSource("CASES")
    void rule(Case rule) {
        assertThat(TEXT).contains(rule.accepted());
        assertThat(Texts.texts(Texts.parse(TEXT).diagnostics())).isEmpty();
        List<Diagnostic> found = Texts.parse(TEXT.replaceFirst(Pattern.quote(rule.accepted()), Matcher.quoteReplacement(rule.rejected())))
                .diagnostics();
        assertThat(Texts.texts(found)).singleElement()
                .satisfies(text -> assertThat(text).contains("[" + rule.code() + "]").contains(rule.expected()));
        assertThat(found.get(0).suggestion()).isPresent();
    }

    /** Nothing passes a device of the host to a unikernel. */
    @Test
    void aMicrovmHasNoGpu() {
        assertThat(Texts.texts(Texts.parse(TEXT.replace("form container {", "form microvm {")).diagnostics())).singleElement().asString()
                .contains("[microvm-gpu]", "use form container or vm");
    }

    @Test
    void whatIsReadIsInTheRecords() {
        ParsedModels read = Texts.parse(TEXT);
        assertThat(read.applications().get(0).supplement().limits()).containsExactly(
                new Limit("all", new MonthlyCost(40_000)), new Limit("spend", new MonthlyCost(30_000)));
        assertThat(read.applications().get(0).supplement().tightestLimit().map(Limit::id)).contains("spend");
        assertThat(read.applications().get(0).goals()).containsExactly(new Goal.MinimisePower(0.2), new Goal.MinimiseStartup(3),
                new Goal.MinimiseCost(1));
        assertThat(read.applications().get(0).components().get(0).forms().get(0).startup()).contains(new Millis(2_000));
        assertThat(read.infrastructures().get(0).hostTypes().get(1).startup()).contains(new Millis(45_000));
        assertThat(read.applications().get(0).components().get(0).forms().get(0).diskBytes()).isEqualTo(Bytes.ofMebi(2_048));
        assertThat(read.applications().get(0).components().get(0).forms().get(0).gpu()).hasToString("Optional[nvidia 1]");
        assertThat(read.infrastructures().get(0).hostTypes().get(1).gpu()).hasToString("Optional[nvidia 2]");
        assertThat(Texts.parse(TEXT.replace("gpu nvidia 1", "gpu 1")).applications().get(0).components().get(0).forms().get(0).gpu())
                .hasToString("Optional[1]");
        assertThat(read.infrastructures().get(0).hostTypes().get(0).power()).isEqualTo(Optional.of(new HostPower(2, 4.4)));
        assertThat(Texts.parse(TEXT.replace("2..4.4 W", "0.5..1.2 kW")).infrastructures().get(0).hostTypes().get(0).power())
                .isEqualTo(Optional.of(new HostPower(500, 1200)));
        assertThat(read.infrastructures().get(0).site("oslo").quotas()).isEqualTo(Map.of("openstack",
                new Quota(Optional.of(new MilliCores(20_000)), Optional.of(Bytes.ofMebi(32 * 1024)), Optional.of(6))));
        assertThat(Texts.parse(TEXT.replace("cores 20  memory 32 GiB  hosts 6", "hosts 6")).infrastructures().get(0).site("oslo").quotas()
                .get("openstack"))
                .hasToString("6 hosts");
    }
}
