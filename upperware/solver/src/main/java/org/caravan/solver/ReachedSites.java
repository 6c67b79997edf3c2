package org.caravan.solver;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.caravan.application.Component;
import org.caravan.application.Users;
import org.caravan.infrastructure.Host;

/** Sites that all users who enter by a component have a path to; looked up once for each group of users. */
final class ReachedSites {

    private final HostFilter filter;
    private final List<Host> anyHosts;
    private final Map<String, BitSet> byUsers = new HashMap<>();

    /** @param anyHosts by site, one of its hosts */
    ReachedSites(HostFilter filter, List<Host> anyHosts) {
        this.filter = filter;
        this.anyHosts = anyHosts;
    }

    /** By site. */
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
