package org.caravan.solver;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.application.Component;
import org.caravan.application.Users;
import org.caravan.infrastructure.Host;

/** On how many hosts each obligation keeps a tenant off, whatever becomes of others. Reckoned once for tenants that ask for the same. */
final class HostRemovals {

    private final HostFilter filter;
    private final List<Host> hosts;
    /** One host of those that nothing but their data and addresses tells apart, and how many they are. */
    private final Map<Host, Long> alike = new LinkedHashMap<>();
    private final Map<Object, Map<String, Long>> known = new HashMap<>();

    HostRemovals(HostFilter filter, List<Host> hosts) {
        this.filter = filter;
        this.hosts = hosts;
        Map<Object, Host> first = new HashMap<>();
        hosts.forEach(host -> alike.merge(first.computeIfAbsent(filter.kind(host), unknown -> host), 1L, Long::sum));
    }

    /** By obligation in words. */
    Map<String, Long> of(Tenant tenant) {
        Component component = tenant.component();
        boolean ties = ties(component);
        Object key = List.of(filter.asks(component), filter.userWays().entering(component).stream().map(Users::id).toList(),
                ties ? tenant.instance() : "");
        return known.computeIfAbsent(key, unknown -> count(tenant));
    }

    private Map<String, Long> count(Tenant tenant) {
        Map<String, Long> counts = new TreeMap<>();
        if (ties(tenant.component())) {
            hosts.forEach(host -> count(counts, tenant, host, 1));
        } else {
            alike.forEach((host, number) -> count(counts, tenant, host, number));
        }
        return counts;
    }

    /** Whether it may be bound to the very host that it is on. */
    private static boolean ties(Component component) {
        return component.stateful() || component.router();
    }

    private void count(Map<String, Long> counts, Tenant tenant, Host host, long number) {
        filter.whyNot(tenant.instance(), host).ifPresent(obligation -> counts.merge(obligation, number, Long::sum));
    }
}
