package org.caravan.execution.fleet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.HostRental;
import org.caravan.adapter.RentedHost;
import org.caravan.execution.time.Threads;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Rental;
import org.caravan.machine.ObservedMachine;

/** Observes provisioned machines through their providers, with one request per region. */
final class RentedMachineObserver {

    private final List<Host> hosts;
    private final Map<Region, CloudAdapter> regions = new LinkedHashMap<>();
    private final Map<Region, List<ObservedMachine>> machines = new ConcurrentHashMap<>();
    private final Set<String> fit = ConcurrentHashMap.newKeySet();
    private final Map<Region, String> failures = new ConcurrentHashMap<>();

    private RentedMachineObserver(Collection<Host> hosts) {
        this.hosts = hosts.stream().filter(host -> host.rental().isPresent()).toList();
    }

    static RentedMachineObserver at(Collection<Host> hosts, Function<Host, CloudAdapter> adapters,
            Function<CloudAdapter, ExecutorService> lookers) {
        RentedMachineObserver look = new RentedMachineObserver(hosts);
        look.hosts.forEach(host -> look.regions.computeIfAbsent(region(host), region -> adapters.apply(host)));
        List<Future<?>> asked = new ArrayList<>();
        look.regions.forEach((region, adapter) -> asked.add(lookers.apply(adapter).submit(() -> look.ask(region, adapter))));
        asked.forEach(Threads::join);
        return look;
    }

    List<RentedHost> hosts() {
        return hosts.stream().map(this::rented).toList();
    }

    /**
     * Machines without a host, without duplicates across regions.
     *
     * @param known ids of all hosts of the infrastructure
     */
    List<ObservedMachine> unclaimed(Set<String> known) {
        Map<String, ObservedMachine> unclaimed = new TreeMap<>();
        machines.values().forEach(all -> all.stream()
                .filter(machine -> !known.contains(machine.label().hostId()))
                .forEach(machine -> unclaimed.put(machine.id(), machine)));
        return List.copyOf(unclaimed.values());
    }

    /** Releases the machine in each region that lists it; an account can have several. */
    void discard(ObservedMachine machine) {
        regions.forEach((region, adapter) -> {
            if (machines.getOrDefault(region, List.of()).contains(machine)) {
                adapter.rental().orElseThrow().discard(region, machine);
            }
        });
    }

    /**
     * True if the host can have copies. A provisioned host can have some only if its machine is fit for copies, or its provider did
     * not answer.
     */
    boolean mayHaveCopies(Host host) {
        return host.rental().isEmpty() || !rented(host).asked() || rented(host).held() && rented(host).fit();
    }

    /** Why contacting the host is pointless; empty if it is not. */
    Optional<String> whyNotLook(Host host) {
        if (host.rental().isEmpty()) {
            return Optional.empty();
        }
        return whyNotAsked(host).or(() -> rented(host).machine()
                .filter(machine -> machine.state() != ObservedMachine.State.RUNNING)
                .map(RentedMachineObserver::describe));
    }

    /** Why the state of a host's machine is unknown; empty if its provider answered. */
    Optional<String> whyNotAsked(Host host) {
        return Optional.ofNullable(failures.get(region(host)));
    }

    private void ask(Region region, CloudAdapter adapter) {
        try {
            HostRental rental = adapter.rental().orElseThrow(() -> new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                    "the adapter of provider (" + adapter.provider() + ") does not rent machines"));
            List<ObservedMachine> found = rental.machines(region);
            found.stream().filter(rental::fit).forEach(machine -> fit.add(machine.id()));
            machines.put(region, found);
        } catch (RuntimeException e) {
            failures.put(region, HostRegistry.firstLine(e));
        }
    }

    private RentedHost rented(Host host) {
        Rental rental = host.rental().orElseThrow();
        Optional<ObservedMachine> machine = machines.getOrDefault(rental.region(), List.of()).stream()
                .filter(found -> found.label().hostId().equals(host.id()))
                .findFirst();
        return new RentedHost(host.id(), rental.publicAddresses(), !failures.containsKey(rental.region()),
                machine.filter(found -> fit.contains(found.id())).isPresent(), machine);
    }

    private static Region region(Host host) {
        return host.rental().orElseThrow().region();
    }

    private static String describe(ObservedMachine machine) {
        String state = machine.state().name().toLowerCase(Locale.ROOT);
        return "its machine is " + state + machine.trouble().map(trouble -> ": " + trouble).orElse("");
    }
}
