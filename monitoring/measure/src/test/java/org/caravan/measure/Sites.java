package org.caravan.measure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.Subnet;
import org.caravan.infrastructure.Vantage;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.MonthlyCost;

/** A small infrastructure for tests: three sites with hosts, one of users; some with IPv6. */
public final class Sites {

    public static final AccessPoint BERGEN_BKK = v4("bergen", "BKK");
    public static final AccessPoint BERGEN_BKK_V6 = v6("bergen", "BKK");
    public static final AccessPoint BERGEN_UNINETT = v4("bergen", "Uninett");
    public static final AccessPoint SIMULA_KVANTEL = v4("simula", "Kvantel");
    public static final AccessPoint SIMULA_KVANTEL_V6 = v6("simula", "Kvantel");
    public static final AccessPoint OHIO_AMAZON = v4("ohio", "Amazon");
    public static final AccessPoint USERS_TELENOR = v4("users", "Telenor");

    public static final Infrastructure ALL = new Infrastructure(
            "four",
            List.of(new HostType("pi", Architecture.ARM64, new MilliCores(4000), Bytes.ofMebi(1024), Bytes.ofMebi(32768),
                    MonthlyCost.ZERO)),
            List.of(
                    site("bergen", 6, List.of(isp("BKK", 5, 6, true), isp("Uninett", 1, 6, false)), "pi-b1", "pi-b2"),
                    site("simula", 1, List.of(isp("Kvantel", 2, 1, true)), "pi-s1"),
                    site("ohio", 99, List.of(isp("Amazon", 9, 99, false)), "aws-1"),
                    site("users", 40, List.of(isp("Telenor", 3, 40, false)))));

    private Sites() {}

    public static Map<String, List<String>> addresses() {
        Map<String, List<String>> addresses = new HashMap<>();
        addresses.put("pi-b1", List.of("10.1.6.10", "10.5.6.10", "fd4e:5:6::10", "198.18.255.11"));
        addresses.put("pi-b2", List.of("10.1.6.11", "10.5.6.11", "fd4e:5:6::11", "198.18.255.12"));
        addresses.put("pi-s1", List.of("10.2.1.10", "fd4e:2:1::10"));
        addresses.put("aws-1", List.of("10.9.99.10"));
        addresses.put("vantage-users", List.of("10.3.40.10"));
        return addresses;
    }

    private static AccessPoint v4(String siteId, String ispId) {
        return new AccessPoint(siteId, ispId, IpFamily.IPV4);
    }

    private static AccessPoint v6(String siteId, String ispId) {
        return new AccessPoint(siteId, ispId, IpFamily.IPV6);
    }

    private static Isp isp(String id, int index, int site, boolean ipv6) {
        Map<IpFamily, Subnet> subnets = new HashMap<>();
        subnets.put(IpFamily.IPV4, new Subnet("10." + index + "." + site + ".0/24", "10." + index + "." + site + ".1"));
        if (ipv6) {
            String prefix = "fd4e:" + index + ":" + site + "::";
            subnets.put(IpFamily.IPV6, new Subnet(prefix + "/64", prefix + "1"));
        }
        return new Isp(id, subnets);
    }

    private static Site site(String id, int index, List<Isp> isps, String... hostIds) {
        List<Host> hosts = new ArrayList<>();
        for (String hostId : hostIds) {
            hosts.add(new Host(hostId, "pi", "lxc", "198.18.255." + index, 22, "none"));
        }
        Optional<Vantage> vantage = hosts.isEmpty()
                ? Optional.of(new Vantage("vantage-" + id, "198.18.255." + index, 22, "none"))
                : Optional.empty();
        SiteKind kind = hosts.isEmpty() ? SiteKind.USERS : SiteKind.EDGE;
        return new Site(id, kind, "NO", new Position(60, 5), isps, hosts, vantage);
    }
}
