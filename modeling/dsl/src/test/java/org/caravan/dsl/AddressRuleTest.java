package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.infrastructure.IpFamily;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Gateways and prefixes as networks have them: link-local routers, zones, mapped addresses, point-to-point links, ranges of copies. */
class AddressRuleTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
        "ipv6|2001:db8:1::/64|fe80::1|-",
        "ipv6|2001:db8:1::/64|FE80:0:0::1|-",
        "ipv6|2001:db8:1::/64|febf::1|-",
        "ipv6|fd4e:7::/64|fe80::200:5eff:fe00:5213|-",
        "ipv6|fd4e:7::/64|fd4e:7::1|-",
        "ipv6|2001:db8:1::/64|2001:db8:1::|-",
        "ipv6|2001:db8:1::/64|fec0::1|gateway-outside-prefix",
        "ipv6|2001:db8:1::/64|fe7f::1|gateway-outside-prefix",
        "ipv6|2001:db8:1::/64|fe80::1%eth0|subnet-invalid",
        "ipv6|2001:db8:1::/64|::ffff:10.0.0.1|subnet-invalid",
        "ipv6|::ffff:10.0.0.0/120|::ffff:10.0.0.1|subnet-invalid",
        "ipv6|2001:db8:1::/64|10.0.0.1|subnet-invalid",
        "ipv4|10.1.42.0/24|169.254.1.1|gateway-outside-prefix",
        "ipv4|10.1.42.0/24|10.1.42.0|gateway-not-a-host",
        "ipv4|10.1.42.0/24|10.1.42.255|gateway-not-a-host",
        "ipv4|10.1.42.0/24|10.1.42.254|-",
        "ipv4|10.1.42.0/24|10.1.42.150|gateway-among-copies",
        "ipv4|10.1.42.0/31|10.1.42.0|prefix-small",
        "ipv4|10.1.42.0/31|10.1.42.1|prefix-small",
        "ipv4|10.1.42.7/32|10.1.42.7|prefix-small",
        "ipv4|10.1.42.0/25|10.1.42.1|prefix-small",
        "ipv6|2001:db8:1::/127|2001:db8:1::1|prefix-small",
        "ipv6|2001:db8:1::/120|fe80::1|-",
        "ipv4|10.0.0.0/8|10.255.255.254|-"})
    void gatewayOfASiteWithHosts(String family, String prefix, String gateway, String code) {
        assertThat(codes(text("edge", family, prefix, gateway))).isEqualTo(code == null ? "" : code);
    }

    /** Prefixes that no site can have, whatever their gateway; and those of private, mobile, test and documentation networks. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
        "ipv4|224.0.0.0/24|224.0.0.1|multicast addresses of 224.0.0.0/4",
        "ipv4|239.255.0.0/16|239.255.0.1|multicast",
        "ipv4|0.0.0.0/24|0.0.0.1|unspecified",
        "ipv4|0.0.0.0/0|10.0.0.1|unspecified",
        "ipv4|127.0.0.0/24|127.0.0.1|loopback",
        "ipv4|169.254.7.0/24|169.254.7.1|link-local",
        "ipv4|255.255.255.0/24|255.255.255.1|reserved",
        "ipv4|240.0.0.0/24|240.0.0.1|reserved",
        "ipv4|128.0.0.0/1|130.0.0.1|link-local",
        "ipv6|ff02::/64|ff02::1|multicast",
        "ipv6|::/64|::1|loopback",
        "ipv6|::1/128|::1|loopback",
        "ipv6|fe80::/64|fe80::1|link-local",
        "ipv6|febf:1::/64|fe80::1|link-local",
        "ipv6|f000::/4|fd00::1|link-local",
        "ipv4|10.0.0.0/8|10.0.0.1|-",
        "ipv4|100.64.1.0/24|100.64.1.1|-",
        "ipv4|192.0.2.0/24|192.0.2.1|-",
        "ipv4|198.18.5.0/24|198.18.5.1|-",
        "ipv4|198.51.100.0/24|198.51.100.1|-",
        "ipv4|223.255.255.0/24|223.255.255.1|-",
        "ipv4|126.0.0.0/8|126.0.0.1|-",
        "ipv4|128.0.0.0/24|128.0.0.1|-",
        "ipv6|0:0:0:1::/64|0:0:0:1::1|-",
        "ipv6|64:ff9b::/96|64:ff9b::1|-",
        "ipv6|2002:c000:204::/64|2002:c000:204::1|-",
        "ipv6|fec0::/64|fec0::1|-",
        "ipv6|fe00::/64|fe00::1|-"})
    void prefixesThatNoSiteCanHave(String family, String prefix, String gateway, String use) {
        List<String> found = Texts.texts(CaravanLanguage.parse(java.util.Map.of("a.caravan", text("edge", family, prefix, gateway)))
                .diagnostics());
        if (use == null) {
            assertThat(found).isEmpty();
        } else {
            assertThat(String.join("\n", found)).contains("[subnet-special]", use,
                    "Maybe write the prefix that the ISP assigned to the site");
        }
    }

    @ParameterizedTest
    @CsvSource({"ipv4,10.1.42.0/31,10.1.42.1", "ipv6,2001:db8:1::/127,2001:db8:1::", "ipv4,10.1.42.7/32,10.1.42.7",
            "ipv6,2001:db8:1::7/128,fe80::1", "ipv4,10.1.42.0/24,10.1.42.150"})
    void sitesWithoutHostsNeedNoRoomForCopies(String family, String prefix, String gateway) {
        assertThat(codes(text("users", family, prefix, gateway))).isEmpty();
    }

    @Test
    void gatewaysAreKeptAsKernelsPrintThem() {
        assertThat(CaravanLanguage.parse(java.util.Map.of("a.caravan", text("edge", "ipv6", "2001:db8:1::/64", "FE80:0::0001")))
                .infrastructures().get(0)
                .sites().get(0).isps().get(0).subnets().get(IpFamily.IPV6).gateway()).isEqualTo("fe80::1");
    }

    /** Each proposal is a gateway or prefix that is accepted at its place. */
    @ParameterizedTest
    @CsvSource({"ipv6,2001:db8:1::/64,fec0::1", "ipv4,10.1.42.0/24,10.1.43.1", "ipv4,10.1.42.0/24,10.1.42.255",
            "ipv4,10.1.42.7/32,10.1.42.8", "ipv4,10.1.42.0/31,10.1.43.1"})
    void proposedGatewaysAreAccepted(String family, String prefix, String gateway) {
        String proposal = Texts.parse(text("users", family, prefix, gateway)).diagnostics().get(0).suggestion().orElseThrow();
        List<String> addresses = java.util.regex.Pattern.compile("[0-9a-f:.]*[:.][0-9a-f:]+").matcher(proposal).results()
                .map(java.util.regex.MatchResult::group).toList();
        assertThat(addresses).isNotEmpty().allSatisfy(address -> assertThat(codes(text("users", family, prefix, address))).isEmpty());
    }

    private static String codes(String text) {
        return Texts.parse(text).diagnostics().stream().map(Diagnostic::code).collect(Collectors.joining(" "));
    }

    private static String text(String kind, String family, String prefix, String gateway) {
        String rest = kind.equals("users") ? "vantage v at \"v\" credentials lab" : "provider simulated { host box-1 of box at \"box-1\" }";
        return """
                infrastructure Ll {
                  host type box { arch amd64  cores 2  memory 2 GiB  disk 10 GiB  price 5 EUR/month }
                  site lab { kind %s  country NO  position 60 10  isp NetCo { %s "%s" gateway "%s" }  %s }
                }
                """.formatted(kind, family, prefix, gateway, rest);
    }
}
