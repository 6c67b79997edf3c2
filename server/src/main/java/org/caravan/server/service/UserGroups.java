package org.caravan.server.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.server.rest.ProblemException;
import org.caravan.service.ServiceRequest.UserGroup;
import org.caravan.service.UserWish;
import org.springframework.http.HttpStatus;

/** Finds an ISP for users at a site: one with IPv4 if there is any. */
final class UserGroups {

    private UserGroups() {}

    /** @throws ProblemException with code unknown-site or unknown-isp */
    static List<UserGroup> of(List<UserWish> wishes, Optional<Infrastructure> infrastructure) {
        List<UserGroup> groups = new ArrayList<>();
        wishes.forEach(wish -> groups.add(group(wish, infrastructure.map(Infrastructure::sites).orElse(List.of()))));
        return groups;
    }

    private static UserGroup group(UserWish wish, List<Site> sites) {
        Site site = sites.stream().filter(one -> one.id().equals(wish.site())).findFirst().orElseThrow(() ->
                new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "unknown-site", "The infrastructure has no site (" + wish.site()
                        + ") of users.", "use one of " + sites.stream().filter(one -> one.kind() == SiteKind.USERS).map(Site::id).toList()
                        + "."));
        return Stream.of(IpFamily.IPV4, IpFamily.IPV6).flatMap(family -> site.isps().stream()
                .filter(isp -> isp.subnets().containsKey(family))
                .map(isp -> new UserGroup(site.id(), isp.id(), family.toString(), wish.rate()))).findFirst().orElseThrow(() ->
                new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "unknown-isp", "The site (" + wish.site() + ") has no ISP.",
                        "use another site."));
    }
}
