package org.caravan.solver.build;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.caravan.adapter.InstanceId;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.Goal;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Site;
import org.caravan.plan.CopySpecs;
import org.caravan.problem.AddressSlots;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.TrafficModel;
import org.caravan.solver.model.Considered;
import org.caravan.solver.model.Couplings;
import org.caravan.solver.model.Demand;
import org.caravan.solver.model.Guarded;
import org.caravan.solver.model.Lines;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Seat;
import org.caravan.solver.model.Separated;
import org.caravan.solver.model.Tenant;
import org.caravan.solver.model.Terms;
import org.caravan.solver.model.Utilities;

/** Compiles a problem into {@link PlacementTables}. */
public final class TablesBuilder {

    private final PlacementProblem problem;
    private final LatencyModel latency;
    private final HostFilter filter;
    private final List<Host> hosts;
    private final List<Site> sites;
    private final Map<String, Integer> hostIndices = new HashMap<>();
    private final Map<String, Integer> siteIndices = new HashMap<>();
    private final Platforms platforms;
    private final List<Seat> seats = new ArrayList<>();
    private final Map<Object, Demand> demands = new HashMap<>();
    /** Equal lists of feasible hosts share one array, even if other properties differ. */
    private final Map<BitSet, int[]> seatLists = new HashMap<>();
    private final int[] firstHosts;
    private final ReachedSites reached;
    private final double costWeight;
    private final Considered considered;
    private final Startups startups;
    private final TermsOfHosts terms;
    private final CopySpecs copies;

    private TablesBuilder(PlacementProblem problem) {
        this.problem = problem;
        this.latency = new LatencyModel(problem);
        this.filter = new HostFilter(problem, latency);
        this.hosts = problem.infrastructure().hosts().stream()
                .filter(host -> filter.observed(host).isPresent())
                .toList();
        hosts.forEach(host -> hostIndices.put(host.id(), hostIndices.size()));
        Set<String> withHosts = new HashSet<>();
        hosts.forEach(host -> withHosts.add(filter.siteOf(host).id()));
        this.sites = problem.infrastructure().sites().stream().filter(site -> withHosts.contains(site.id())).toList();
        sites.forEach(site -> siteIndices.put(site.id(), siteIndices.size()));
        this.firstHosts = sites.stream().mapToInt(this::firstHost).toArray();
        this.reached = new ReachedSites(filter, IntStream.of(firstHosts).mapToObj(hosts::get).toList());
        this.considered = Considered.of(problem);
        this.startups = new Startups(problem, considered.startup());
        this.platforms = new Platforms(hosts, filter, startups, problem.application().components().stream()
                .flatMap(component -> component.forms().stream()).anyMatch(form -> form.kind() == FormKind.VM));
        this.copies = new CopySpecs(problem);
        this.terms = new TermsOfHosts(problem, filter, considered);
        this.costWeight = Goal.weight(problem.application().goals(), Goal.MinimiseCost.class);
    }

    public static PlacementTables of(PlacementProblem problem) {
        return new TablesBuilder(problem).build();
    }

    private PlacementTables build() {
        hosts.forEach(host -> seats.add(seat(seats.size(), host)));
        problem.application().users().forEach(users -> seats.add(Seat.ofUsers(seats.size(), users.id())));
        List<Tenant> tenants = new ArrayList<>();
        for (Component component : problem.application().components()) {
            for (int replica = 1; replica <= component.replicas(); replica++) {
                tenants.add(tenant(tenants.size(), component, new InstanceId(component.id(), replica)));
            }
        }
        List<String> siteIds = sites.stream().map(Site::id).toList();
        TrafficModel traffic = new TrafficModel(problem.application());
        LinkTables links = new LinkTables(problem, latency, traffic, tenants, siteIds, hostIdsBySite(), hosts.size());
        PlacementTables tables = PlacementTables.of(
                List.copyOf(tenants),
                List.copyOf(seats),
                siteIds,
                slotsFree(),
                links.ways(),
                links.links(),
                links.journeys(),
                links.hops(),
                Separated.pairs(problem.application(), tenants))
                .within(List.copyOf(seats), considered)
                .with(Couplings.of(problem.application().supplement().bonds().couplings(), tenants));
        return tables.with(Lines.of(problem, tables, traffic)).with(Utilities.of(problem.application(), tables, traffic));
    }

    private List<List<String>> hostIdsBySite() {
        return sites.stream()
                .map(site -> site.hosts().stream().map(Host::id).filter(hostIndices::containsKey).toList())
                .toList();
    }

    private int firstHost(Site site) {
        return site.hosts().stream().map(host -> hostIndices.get(host.id())).filter(Objects::nonNull).findFirst().orElseThrow();
    }

    private Seat seat(int index, Host host) {
        Terms known = terms.of(host);
        return new Seat(
                index,
                host.id(),
                siteIndices.get(filter.siteOf(host).id()),
                platforms.of(index),
                filter.room().cpu(host.id()),
                filter.room().memory(host.id()),
                cents(host) + known.idle(),
                known);
    }

    private long cents(Host host) {
        return problem.reservedElsewhere().containsKey(host.id())
                ? 0
                : Math.round(costWeight * filter.typeOf(host).cost().value());
    }

    private Tenant tenant(int index, Component component, InstanceId instance) {
        BitSet reachable = reached.by(component);
        Demand demand = demands.computeIfAbsent(
                List.of(filter.asks(component), reachable), unused -> demand(component, reachable));
        Optional<CurrentPlacement> current = filter.current(instance);
        int now = current.map(placement -> hostIndices.getOrDefault(placement.hostId(), -1)).orElse(-1);
        boolean stays = component.stateful() && current.isPresent()
                || component.router() && IntStream.of(demand.seats()).anyMatch(seat -> seat == now);
        int[] seats = stays ? IntStream.of(demand.seats()).filter(seat -> seat == now).toArray() : demand.seats();
        boolean keepsCopy = now >= 0 && copies.sameAsNow(current.orElseThrow());
        return new Tenant(index, instance, component, demand, seats, current.isPresent(), now,
                keepsCopy, problem.policy().moveCostCents());
    }

    private Demand demand(Component component, BitSet reachable) {
        List<Host> runners = platforms.representatives();
        long[] cpu = new long[runners.size()];
        long[] memory = new long[runners.size()];
        long[] disk = new long[runners.size()];
        long[] startup = new long[runners.size()];
        int[] formRank = new int[runners.size()];
        boolean[] supported = new boolean[runners.size()];
        for (int p = 0; p < runners.size(); p++) {
            Host runner = runners.get(p);
            Optional<Form> taken = filter.form(component, runner);
            Optional<Form> form = taken.map(one -> filter.onHost(one, runner));
            cpu[p] = form.map(one -> one.cpu().value()).orElse(0L);
            memory[p] = form.map(one -> one.memory().value()).orElse(0L);
            disk[p] = form.map(one -> one.diskBytes().value()).orElse(0L);
            formRank[p] = taken.map(component.forms()::indexOf).orElse(0);
            startup[p] = taken.map(one -> startups.points(component, one, runner, filter.typeOf(runner))).orElse(0L);
            supported[p] = filter.supported(component, runners.get(p));
        }
        Guarded guarding = filter.guards().guarded(component, runners);
        boolean[] allowed = new boolean[sites.size()];
        for (int site = 0; site < allowed.length; site++) {
            allowed[site] = filter.allowed(component, hosts.get(firstHosts[site]));
        }
        // Numeric form of the checks in HostFilter; a test compares both.
        BitSet fits = new BitSet();
        for (int host = 0; host < hosts.size(); host++) {
            Seat seat = seats.get(host);
            int p = seat.platform();
            fits.set(host, !problem.excluded().containsKey(seat.hostId()) && allowed[seat.site()] && supported[p] && guarding.at(p)
                    && reachable.get(seat.site()) && memory[p] <= seat.memoryFree() && cpu[p] <= seat.cpuFree()
                    && disk[p] <= seat.terms().diskFree());
        }
        return new Demand(cpu, memory, formRank, supported, allowed,
                seatLists.computeIfAbsent(fits, list -> list.stream().toArray()), disk, guarding, startup);
    }

    private int[] slotsFree() {
        List<Set<Integer>> taken = new ArrayList<>();
        sites.forEach(site -> taken.add(new TreeSet<>(problem.takenSlots().getOrDefault(site.id(), Set.of()))));
        for (CurrentPlacement now : problem.current()) {
            // The site of a host that was not observed is known as well.
            Optional.ofNullable(filter.siteOf(now.hostId()))
                    .map(site -> siteIndices.get(site.id()))
                    .ifPresent(site -> taken.get(site).add(now.addressSlot()));
        }
        taken.forEach(slots -> slots.removeIf(slot -> slot < AddressSlots.FIRST || slot > AddressSlots.LAST));
        return taken.stream().mapToInt(slots -> AddressSlots.COUNT - slots.size()).toArray();
    }
}
