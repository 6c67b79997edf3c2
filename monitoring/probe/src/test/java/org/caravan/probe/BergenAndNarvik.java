package org.caravan.probe;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.Subnet;
import org.caravan.infrastructure.Vantage;
import org.caravan.measure.ProbePoint;

/** The infrastructure that two namespaces stand for: a site of users in each. */
final class BergenAndNarvik {

    private BergenAndNarvik() {}

    static Infrastructure of(TwoNamespaces network) {
        return new Infrastructure("two", List.of(), List.of(site("bergen", 1, network.bergen()), site("narvik", 2, network.narvik())));
    }

    private static Site site(String id, int index, String namespace) {
        Isp isp = new Isp("isp", Map.of(
                IpFamily.IPV4, new Subnet("10.91." + index + ".0/24", "10.91." + index + ".1"),
                IpFamily.IPV6, new Subnet("fd91:" + index + "::/64", "fd91:" + index + "::1")));
        Vantage vantage = new Vantage("vantage-" + id, namespace, 22, "none");
        return new Site(id, SiteKind.USERS, "NO", new Position(60, 5), List.of(isp), List.of(), Optional.of(vantage));
    }

    static ProbePoint bergen(IpFamily family) {
        String address = family == IpFamily.IPV4 ? TwoNamespaces.BERGEN_V4 : TwoNamespaces.BERGEN_V6;
        return new ProbePoint(new AccessPoint("bergen", "isp", family), "vantage-bergen", address);
    }

    static ProbePoint narvik(IpFamily family) {
        String address = family == IpFamily.IPV4 ? TwoNamespaces.NARVIK_V4 : TwoNamespaces.NARVIK_V6;
        return new ProbePoint(new AccessPoint("narvik", "isp", family), "vantage-narvik", address);
    }
}
