package org.caravan.solver.build;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Gpus;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.ProviderControls;
import org.caravan.infrastructure.Rental;
import org.caravan.problem.hop.DeclaredService;
import org.caravan.unit.Millis;

/**
 * Platforms: classes of hosts with equal forms, GPUs, controls, start-up time, speed and ability to divide
 * their uplink. Thousands of hosts have a
 * handful of platforms, and forms are looked up only for these.
 */
final class Platforms {

    /**
     * @param machine properties of a machine that matter to a virtual machine, which uses the whole of it; empty if there are no virtual
     * machines
     */
    private record Platform(Set<FormKind> kinds, Architecture modelled, Architecture observed, ProviderControls guard, Millis startup,
            List<Object> machine, Optional<Gpus> gpu, boolean divides, double speed, Map<?, Millis> starts) {}

    private final List<Host> representatives = new ArrayList<>();
    private final int[] ofHost;

    /** @param machines whether a component can be a virtual machine */
    Platforms(List<Host> hosts, HostFilter filter, Startups startups, DeclaredService declared, boolean machines) {
        Map<Platform, Integer> numbers = new HashMap<>();
        this.ofHost = new int[hosts.size()];
        for (int h = 0; h < ofHost.length; h++) {
            Host host = hosts.get(h);
            Platform platform = new Platform(EnumSet.copyOf(host.formKinds()), filter.typeOf(host).architecture(),
                    filter.observed(host).orElseThrow().architecture(), filter.guards().of(host), startups.of(host, filter.typeOf(host)),
                    machines && host.formKinds().contains(FormKind.VM) ? machine(host, filter) : List.of(),
                    filter.typeOf(host).gpu(), filter.undivided(host).isEmpty(), declared.any() ? declared.speed(host.id()) : 1,
                    startups.learnedOn(host));
            ofHost[h] = numbers.computeIfAbsent(platform, unknown -> number(host));
        }
    }

    private static List<Object> machine(Host host, HostFilter filter) {
        return List.of(host.rental().map(Rental::image).orElse(""), filter.room().wholeCpu(host.id()),
                filter.room().wholeMemory(host.id()));
    }

    private int number(Host first) {
        representatives.add(first);
        return representatives.size() - 1;
    }

    /** One host of each platform. */
    List<Host> representatives() {
        return representatives;
    }

    int of(int host) {
        return ofHost[host];
    }
}
