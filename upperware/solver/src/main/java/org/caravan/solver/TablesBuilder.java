package org.caravan.solver;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.caravan.adapter.InstanceId;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.Goal;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Site;
import org.caravan.plan.CopySpecs;
import org.caravan.problem.AddressSlots;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PlacementProblem;

/** Turns a problem into {@link PlacementTables}. */
final class TablesBuilder {

    private final PlacementProblem problem;
    private final LatencyModel latency;
    private final HostFilter filter;
    private final List<Host> hosts;
    private final List<Site> sites;
    /** Equal lists of seats are one array: a requirement class. */
    private final Map<List<Integer>, int[]> classes = new HashMap<>();

    private TablesBuilder(PlacementProblem problem) {
        this.problem = problem;
        this.latency = new LatencyModel(problem);
        this.filter = new HostFilter(problem, latency);
        this.hosts = problem.infrastructure().hosts().stream()
                .filter(host -> problem.inventory().host(host.id()).isPresent())
                .toList();
        this.sites = problem.infrastructure().sites().stream()
                .filter(site -> site.hosts().stream().anyMatch(hosts::contains))
                .toList();
    }

    static PlacementTables of(PlacementProblem problem) {
        return new TablesBuilder(problem).build();
    }

    private PlacementTables build() {
        List<Tenant> tenants = new ArrayList<>();
        for (Component component : problem.application().components()) {
            for (int replica = 1; replica <= component.replicas(); replica++) {
                tenants.add(tenant(tenants.size(), component, new InstanceId(component.id(), replica)));
            }
        }
        List<Seat> seats = new ArrayList<>();
        hosts.forEach(host -> seats.add(seat(seats.size(), host)));
        problem.application().users().forEach(users -> seats.add(Seat.ofUsers(seats.size(), users.id())));
        LinkTables links = new LinkTables(problem, latency, tenants, hostIdsBySite());
        return PlacementTables.of(
                List.copyOf(tenants),
                List.copyOf(seats),
                hosts.size(),
                sites.stream().map(Site::id).toList(),
                sites.stream().mapToInt(this::slotsFree).toArray(),
                links.links(),
                links.journeys(),
                links.hops(),
                Separated.pairs(problem.application().separations(), tenants));
    }

    private List<List<String>> hostIdsBySite() {
        return sites.stream()
                .map(site -> site.hosts().stream().filter(hosts::contains).map(Host::id).toList())
                .toList();
    }

    private Seat seat(int index, Host host) {
        return new Seat(
                index,
                host.id(),
                sites.indexOf(problem.infrastructure().siteOfHost(host.id())),
                filter.cpuFree(host.id()),
                filter.memoryFree(host.id()),
                cents(host));
    }

    private long cents(Host host) {
        if (problem.reservedElsewhere().containsKey(host.id())) {
            return 0;
        }
        double weight = problem.application().goals().stream()
                .filter(Goal.MinimiseCost.class::isInstance)
                .mapToDouble(Goal::weight)
                .sorted()
                .sum();
        return Math.round(weight * problem.infrastructure().hostTypeOf(host.id()).cost().value());
    }

    private Tenant tenant(int index, Component component, InstanceId instance) {
        int count = hosts.size();
        long[] cpu = new long[count];
        long[] memory = new long[count];
        int[] formRank = new int[count];
        boolean[] supported = new boolean[count];
        boolean[] allowed = new boolean[count];
        boolean[] keepsData = new boolean[count];
        boolean[] needsSlot = new boolean[count];
        boolean[] now = new boolean[count];
        long[] moveCents = new long[count];
        List<Integer> seats = new ArrayList<>();
        for (int h = 0; h < count; h++) {
            Host host = hosts.get(h);
            Optional<Form> form = filter.form(component, host);
            cpu[h] = form.map(taken -> taken.cpu().value()).orElse(0L);
            memory[h] = form.map(taken -> taken.memory().value()).orElse(0L);
            formRank[h] = form.map(component.forms()::indexOf).orElse(0);
            supported[h] = filter.supported(component, host);
            allowed[h] = filter.allowed(component, host);
            keepsData[h] = filter.keepsData(instance, host.id());
            needsSlot[h] = !canKeep(instance, host.id());
            now[h] = isNow(instance, host.id());
            moveCents[h] = filter.current(instance).isPresent() && !now[h] ? problem.policy().moveCostCents() : 0;
            if (filter.whyNot(instance, host).isEmpty()) {
                seats.add(h);
            }
        }
        int[] shared = classes.computeIfAbsent(
                seats, list -> list.stream().mapToInt(Integer::intValue).toArray());
        return new Tenant(index, instance, component, cpu, memory, formRank, shared, supported, allowed, keepsData, needsSlot,
                now, moveCents);
    }

    private boolean canKeep(InstanceId instance, String hostId) {
        return filter.current(instance)
                .filter(now -> now.hostId().equals(hostId))
                .filter(now -> CopySpecs.sameAsNow(problem, now))
                .isPresent();
    }

    private boolean isNow(InstanceId instance, String hostId) {
        return filter.current(instance).filter(now -> now.hostId().equals(hostId)).isPresent();
    }

    private int slotsFree(Site site) {
        Set<Integer> taken = new TreeSet<>(problem.takenSlots().getOrDefault(site.id(), Set.of()));
        problem.current().stream()
                .filter(now -> site.hosts().stream().anyMatch(host -> host.id().equals(now.hostId())))
                .map(CurrentPlacement::addressSlot)
                .forEach(taken::add);
        taken.removeIf(slot -> slot < AddressSlots.FIRST || slot > AddressSlots.LAST);
        return AddressSlots.COUNT - taken.size();
    }
}
