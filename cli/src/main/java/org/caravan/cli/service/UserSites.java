package org.caravan.cli.service;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.caravan.api.node.InfrastructureView;
import org.caravan.api.node.InfrastructureView.IspView;
import org.caravan.api.node.InfrastructureView.SiteView;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ApiPath;
import org.caravan.service.ServiceRequest.UserGroup;

/** Words of the option {@code --users}, {@code SITE} or {@code SITE=RATE}, and the ISPs of these sites. */
final class UserSites {

    private static final String RATE = "[0-9]{1,6}(?:\\.[0-9]{1,3})?";
    private static final String DEFAULT_RATE = "1";

    private record Wish(String site, String rate) {}

    private final List<Wish> wishes;

    UserSites(List<String> words) {
        this.wishes = words.stream().map(UserSites::wish).toList();
    }

    private static Wish wish(String word) {
        int equals = word.indexOf('=');
        String rate = equals < 0 ? DEFAULT_RATE : word.substring(equals + 1);
        if (!rate.matches(RATE) || rate.matches("[0.]+")) {
            throw new ApiFault("users-rate", "The rate of (" + word + ") is not a number of requests per second.\n    Maybe write "
                    + (equals < 0 ? word : word.substring(0, equals)) + "=20.");
        }
        return new Wish(equals < 0 ? word : word.substring(0, equals), rate);
    }

    /** Groups with an ISP of their site: one with IPv4 if there is any. Asks the server only if there are groups. */
    List<UserGroup> resolved(Api api) {
        if (wishes.isEmpty()) {
            return List.of();
        }
        List<SiteView> sites = api.get(ApiPath.of("infrastructure"), InfrastructureView.class).value().sites();
        List<UserGroup> groups = new ArrayList<>();
        wishes.forEach(wish -> groups.add(group(sites, wish)));
        return groups;
    }

    private static UserGroup group(List<SiteView> sites, Wish wish) {
        SiteView site = sites.stream().filter(one -> one.id().equals(wish.site())).findFirst().orElseThrow(() ->
                new ApiFault("unknown-site", "The infrastructure has no site (" + wish.site() + ") of users.\n    Maybe use one of "
                        + sites.stream().filter(one -> one.kind().equalsIgnoreCase("users")).map(SiteView::id).toList() + "."));
        return Stream.of("ipv4", "ipv6").flatMap(family -> site.isps().stream().filter(isp -> has(isp, family))
                .map(isp -> new UserGroup(site.id(), isp.id(), family, wish.rate()))).findFirst().orElseThrow(() ->
                new ApiFault("unknown-isp", "The site (" + wish.site() + ") has no ISP.\n    Maybe use another site."));
    }

    private static boolean has(IspView isp, String family) {
        return isp.subnets().stream().anyMatch(subnet -> subnet.family().equalsIgnoreCase(family));
    }
}
