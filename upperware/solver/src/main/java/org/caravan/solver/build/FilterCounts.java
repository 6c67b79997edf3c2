package org.caravan.solver.build;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.application.Component;
import org.caravan.application.Users;
import org.caravan.infrastructure.Host;
import org.caravan.solver.model.PlacedInstance;

/**
 * Counts the hosts that each obligation excludes for an instance, independent of other instances. Instances with equal requirements share
 * a result.
 */
public final class FilterCounts {

    private final HostFilter filter;
    private final List<Host> hosts;
    /** A representative of hosts that differ only in data and addresses, and their number. */
    private final Map<Host, Long> alike = new LinkedHashMap<>();
    private final Map<Object, Map<String, Long>> known = new HashMap<>();

    public FilterCounts(HostFilter filter, List<Host> hosts) {
        this.filter = filter;
        this.hosts = hosts;
        Map<Object, Host> first = new HashMap<>();
        hosts.forEach(host -> alike.merge(first.computeIfAbsent(filter.kind(host), unknown -> host), 1L, Long::sum));
    }

    /** Number of excluded hosts by the text of the obligation. */
    public Map<String, Long> of(PlacedInstance instance) {
        Component component = instance.component();
        boolean ties = ties(component);
        Object key = List.of(filter.asks(component), filter.userWays().entering(component).stream().map(Users::id).toList(),
                ties ? instance.id() : "", filter.divided(instance.id()));
        return known.computeIfAbsent(key, unknown -> count(instance));
    }

    private Map<String, Long> count(PlacedInstance instance) {
        Map<String, Long> counts = new TreeMap<>();
        if (ties(instance.component())) {
            hosts.forEach(host -> count(counts, instance, host, 1));
        } else {
            alike.forEach((host, number) -> count(counts, instance, host, number));
        }
        return counts;
    }

    /** Whether the component can be bound to its current host. */
    private static boolean ties(Component component) {
        return component.stateful() || component.router();
    }

    private void count(Map<String, Long> counts, PlacedInstance instance, Host host, long number) {
        filter.whyNot(instance.id(), host).ifPresent(obligation -> counts.merge(obligation, number, Long::sum));
    }
}
