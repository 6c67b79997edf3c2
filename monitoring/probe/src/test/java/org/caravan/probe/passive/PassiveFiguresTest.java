package org.caravan.probe.passive;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.caravan.measure.PassiveFigure;
import org.caravan.measure.PathId;
import org.junit.jupiter.api.Test;

class PassiveFiguresTest {

    private static final Infrastructure TWO = new Infrastructure("two", List.of(), List.of(site("bergen", 1), site("narvik", 2)));
    private static final PathId FOUR = path(IpFamily.IPV4);
    private static final PathId SIX = path(IpFamily.IPV6);

    @Test
    void bothEndsTellOfOnePathByTheAddressesTheyHave() {
        assertThat(figures("""
                10.91.1.110:8079 10.91.2.101:40312 9.871 9.2
                [::ffff:10.91.2.101]:40312 [::ffff:10.91.1.110]:8079 48.1 9.1
                [fd91:2::65]:40312 [fd91:1::6e]:8079 12 11.5
                """)).containsExactly(new PassiveFigure(FOUR, 9.871, 9.2), new PassiveFigure(SIX, 12, 11.5));
    }

    @Test
    void whatIsOfNoPathIsLeftOut() {
        assertThat(figures("""
                10.91.1.110:8079 10.91.1.111:40312 0.1 0.1
                10.91.1.110:8079 203.0.113.7:40312 30.5 30.1
                127.0.0.1:8080 127.0.0.1:51120 0.03 0.02
                [fe80::1%eth0]:8080 [fe80::2%eth0]:51120 0.3 0.2
                ss: something else
                """)).isEmpty();
    }

    private static List<PassiveFigure> figures(String output) {
        return List.copyOf(PassiveProbe.PassiveFigures.of(TWO, ObservedConnection.read(output)));
    }

    private static PathId path(IpFamily family) {
        return new PathId(new AccessPoint("bergen", "isp", family), new AccessPoint("narvik", "isp", family));
    }

    private static Site site(String id, int index) {
        Isp isp = new Isp("isp", Map.of(
                IpFamily.IPV4, new Subnet("10.91." + index + ".0/24", "10.91." + index + ".1"),
                IpFamily.IPV6, new Subnet("fd91:" + index + "::/64", "fd91:" + index + "::1")));
        return new Site(id, SiteKind.EDGE, "NO", new Position(60, 5), List.of(isp), List.of(), Optional.empty());
    }
}
