package org.caravan.adapter.simulated;

import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.MonthlyCost;

/** One site with two ISPs and two hosts. */
final class Places {

    static final Infrastructure PAIR = new Infrastructure("Pair",
            List.of(new HostType("pi-3", Architecture.ARM64, MilliCores.ofCores(4), Bytes.ofMebi(1024), Bytes.ofMebi(32768),
                    MonthlyCost.ZERO)),
            List.of(new Site("bergen", SiteKind.EDGE, "NO", new Position(60.4, 5.3),
                    List.of(new Isp("Fibre", Map.of(IpFamily.IPV4, new Subnet("10.1.2.0/24", "10.1.2.1"),
                                    IpFamily.IPV6, new Subnet("fd4e:1:2::/64", "fd4e:1:2::1"))),
                            new Isp("Adsl", Map.of(IpFamily.IPV4, new Subnet("10.2.2.0/24", "10.2.2.1")))),
                    List.of(host("pi-1"), host("pi-2")), Optional.empty())));

    private Places() {}

    static Host host(String id) {
        return new Host(id, "pi-3", "simulated", "127.0.0.1", 22, "none");
    }
}
