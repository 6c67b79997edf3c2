package org.caravan.solver;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Guard;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Rental;
import org.caravan.unit.Millis;

/** Hosts that run the same, are guarded alike and start as soon: thousands of hosts have a handful of platforms, and forms are asked of those only. */
final class Platforms {

    /** @param machine what tells machines apart that a virtual machine would have as a whole; empty where nothing asks for one */
    private record Platform(Set<FormKind> kinds, Architecture modelled, Architecture observed, Guard guard, Millis startup, List<Object> machine) {}

    private final List<Host> representatives = new ArrayList<>();
    private final int[] ofHost;

    /** @param machines whether a component may be a virtual machine */
    Platforms(List<Host> hosts, HostFilter filter, Startups startups, boolean machines) {
        Map<Platform, Integer> numbers = new HashMap<>();
        this.ofHost = new int[hosts.size()];
        for (int h = 0; h < ofHost.length; h++) {
            Host host = hosts.get(h);
            Platform platform = new Platform(EnumSet.copyOf(host.formKinds()), filter.typeOf(host).architecture(),
                    filter.observed(host).orElseThrow().architecture(), filter.guards().of(host), startups.of(host, filter.typeOf(host)),
                    machines && host.formKinds().contains(FormKind.VM) ? machine(host, filter) : List.of());
            ofHost[h] = numbers.computeIfAbsent(platform, unknown -> number(host));
        }
    }

    private static List<Object> machine(Host host, HostFilter filter) {
        return List.of(host.rental().map(Rental::image).orElse(""), filter.room().wholeCpu(host.id()), filter.room().wholeMemory(host.id()));
    }

    private int number(Host first) {
        representatives.add(first);
        return representatives.size() - 1;
    }

    /** One host of each. */
    List<Host> representatives() {
        return representatives;
    }

    int of(int host) {
        return ofHost[host];
    }
}
