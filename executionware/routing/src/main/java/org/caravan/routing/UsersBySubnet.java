package org.caravan.routing;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Users;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.Subnet;

/**
 * Finds the user group of an address by the prefixes of its site. The order of preference is: the same access point, the same ISP
 * in the other IP version, the same site.
 */
public final class UsersBySubnet implements UsersLookup {

    private final Supplier<Infrastructure> infrastructure;
    private final Function<String, Optional<ApplicationModel>> applications;

    /** @param applications returns the current model of an application by its name */
    public UsersBySubnet(Supplier<Infrastructure> infrastructure, Function<String, Optional<ApplicationModel>> applications) {
        this.infrastructure = infrastructure;
        this.applications = applications;
    }

    @Override
    public Optional<Match> find(String application, String address) {
        List<Users> groups = applications.apply(application).map(ApplicationModel::users).orElse(List.of());
        for (Site site : infrastructure.get().sites()) {
            for (AccessPoint at : site.accessPoints()) {
                Subnet subnet = site.subnet(at);
                if (subnet.contains(address)) {
                    return closest(groups, at).map(users -> new Match(users.id(), subnet.prefixLength()));
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Users> closest(List<Users> groups, AccessPoint at) {
        return groups.stream().filter(users -> users.at().equals(at)).findFirst()
                .or(() -> groups.stream().filter(users -> sameIsp(users, at)).findFirst())
                .or(() -> groups.stream().filter(users -> sameSite(users, at)).findFirst());
    }

    private static boolean sameIsp(Users users, AccessPoint at) {
        return sameSite(users, at) && users.at().ispId().equals(at.ispId());
    }

    private static boolean sameSite(Users users, AccessPoint at) {
        return users.at().siteId().equals(at.siteId());
    }
}
