package org.caravan.solver.build;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.caravan.application.Component;
import org.caravan.application.Users;
import org.caravan.infrastructure.Host;

/** Sites reachable by all users who enter at a component; cached by group of users. */
final class ReachedSites {

    private final HostFilter filter;
    private final List<Host> anyHosts;
    private final Map<String, BitSet> byUsers = new HashMap<>();

    /** @param anyHosts one host of each site, by site */
    ReachedSites(HostFilter filter, List<Host> anyHosts) {
        this.filter = filter;
        this.anyHosts = anyHosts;
    }

    /** Reachable sites, by site. */
    BitSet by(Component component) {
        BitSet reached = new BitSet();
        reached.set(0, anyHosts.size());
        filter.userWays().entering(component).forEach(users -> reached.and(byUsers.computeIfAbsent(users.id(), unused -> from(users))));
        return reached;
    }

    private BitSet from(Users users) {
        BitSet reached = new BitSet();
        for (int site = 0; site < anyHosts.size(); site++) {
            reached.set(site, filter.userWays().reach(users, anyHosts.get(site)));
        }
        return reached;
    }
}
