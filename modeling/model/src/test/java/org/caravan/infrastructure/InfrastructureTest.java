package org.caravan.infrastructure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Test;

class InfrastructureTest {

    private static final HostType PI = new HostType(
            "pi", Architecture.ARM64, new MilliCores(4000), Bytes.ofMebi(1024), Bytes.ofMebi(32768), new MonthlyCost(300));
    private static final Subnet FOUR = new Subnet("10.7.88.0/24", "10.7.88.1");
    private static final Subnet SIX = new Subnet("fd4e:7:58::/64", "fd4e:7:58::1");

    private final Site hainan = site("hainan", List.of(host("pi-2"), host("pi-1")));
    private final Site bergen = site("bergen", List.of(host("pi-3")));
    private final Infrastructure nornet = new Infrastructure("NorNet", List.of(PI), List.of(hainan, bergen));

    @Test
    void partsAreSortedById() {
        assertThat(nornet.sites()).containsExactly(bergen, hainan);
        assertThat(hainan.hosts()).extracting(Host::id).containsExactly("pi-1", "pi-2");
        assertThat(nornet.hosts()).extracting(Host::id).containsExactly("pi-1", "pi-2", "pi-3");
    }

    @Test
    void partsAreFoundById() {
        assertThat(nornet.site("hainan")).isEqualTo(hainan);
        assertThat(nornet.siteOfHost("pi-3")).isEqualTo(bergen);
        assertThat(nornet.host("pi-1")).isEqualTo(host("pi-1"));
        assertThat(nornet.hostTypeOf("pi-1")).isEqualTo(PI);
    }

    @Test
    void whatIsNotThereIsNamed() {
        assertThatIllegalArgumentException().isThrownBy(() -> nornet.site("oslo")).withMessage("no site oslo in infrastructure NorNet");
        assertThatIllegalArgumentException().isThrownBy(() -> nornet.host("pi-9")).withMessageContaining("pi-9");
        Host stray = new Host("vm-1", "vm", "lxc", "192.0.2.1", 22, "testbed");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Infrastructure("NorNet", List.of(PI), List.of(site("hainan", List.of(stray)))))
                .withMessage("host vm-1 is of unknown type vm");
    }

    @Test
    void everyIspAndFamilyIsAnAccessPoint() {
        assertThat(hainan.accessPoints()).extracting(AccessPoint::toString).containsExactly(
                "hainan.CERNET/ipv4", "hainan.CERNET/ipv6", "hainan.CnUnicom/ipv4");
        assertThat(hainan.subnet(new AccessPoint("hainan", "CERNET", IpFamily.IPV6))).isEqualTo(SIX);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> hainan.subnet(new AccessPoint("hainan", "CnUnicom", IpFamily.IPV6)))
                .withMessageContaining("hainan.CnUnicom/ipv6");
    }

    @Test
    void impossiblePartsCannotBeMade() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Isp("CERNET", Map.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Position(91, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new Position(0, -181));
    }

    @Test
    void wordsAreWrittenAsTheLanguageWritesThem() {
        assertThat(Architecture.ARM64).hasToString("arm64");
        assertThat(IpFamily.IPV6).hasToString("ipv6");
        assertThat(SiteKind.PRIVATE).hasToString("private");
    }

    private static Site site(String id, List<Host> hosts) {
        List<Isp> isps = List.of(
                new Isp("CnUnicom", Map.of(IpFamily.IPV4, FOUR)),
                new Isp("CERNET", Map.of(IpFamily.IPV6, SIX, IpFamily.IPV4, FOUR)));
        return new Site(id, SiteKind.EDGE, "CN", new Position(20, 110), isps, hosts, Optional.empty());
    }

    private static Host host(String id) {
        return new Host(id, "pi", "lxc", "192.0.2.1", 22, "testbed");
    }
}
