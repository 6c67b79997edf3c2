package org.caravan.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Users;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Isp;
import org.caravan.infrastructure.Position;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.infrastructure.Subnet;
import org.caravan.unit.RequestRate;
import org.junit.jupiter.api.Test;

class UsersBySubnetTest {

    private final Infrastructure nornet = new Infrastructure("nornet", List.of(), List.of(site("haikou", 2), site("oslo", 3)));
    private final ApplicationModel shop = new ApplicationModel("shop", "1", List.of(), List.of(),
            List.of(users("by-unicom", "Unicom", IpFamily.IPV4), users("by-cernet", "CERNET", IpFamily.IPV6)),
            List.of(), List.of(), List.of());
    private final UsersLookup lookup =
            new UsersBySubnet(() -> nornet, name -> Optional.of(shop).filter(model -> model.name().equals(name)));

    @Test
    void usersAtTheAccessPointAreFound() {
        assertThat(lookup.find("shop", "10.1.2.77")).contains(new UsersLookup.Match("by-unicom", 24));
        assertThat(lookup.find("shop", "fd4e:2:2::77")).contains(new UsersLookup.Match("by-cernet", 64));
    }

    @Test
    void otherIpVersionOfTheIspIsCloserThanAnotherIsp() {
        assertThat(lookup.find("shop", "10.2.2.77")).contains(new UsersLookup.Match("by-cernet", 24));
        assertThat(lookup.find("shop", "fd4e:1:2::77")).contains(new UsersLookup.Match("by-unicom", 64));
    }

    @Test
    void nobodyIsFoundElsewhere() {
        assertThat(lookup.find("shop", "10.1.3.77")).isEmpty();
        assertThat(lookup.find("shop", "192.0.2.1")).isEmpty();
        assertThat(lookup.find("other", "10.1.2.77")).isEmpty();
    }

    private static Users users(String id, String ispId, IpFamily family) {
        return new Users(id, new AccessPoint("haikou", ispId, family), new RequestRate(1), Map.of("browse", 1.0));
    }

    private static Site site(String id, int number) {
        return new Site(id, SiteKind.USERS, "CN", new Position(20, 110), List.of(isp("Unicom", 1, number), isp("CERNET", 2, number)),
                List.of(), Optional.empty());
    }

    private static Isp isp(String id, int index, int site) {
        return new Isp(id, Map.of(
                IpFamily.IPV4, new Subnet("10." + index + "." + site + ".0/24", "10." + index + "." + site + ".1"),
                IpFamily.IPV6, new Subnet("fd4e:" + index + ":" + site + "::/64", "fd4e:" + index + ":" + site + "::1")));
    }
}
