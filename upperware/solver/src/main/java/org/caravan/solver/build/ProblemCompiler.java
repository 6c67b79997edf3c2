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
import org.caravan.application.Users;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Site;
import org.caravan.plan.CopySpecFactory;
import org.caravan.problem.AddressSlots;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.TrafficModel;
import org.caravan.problem.hop.DeclaredService;
import org.caravan.solver.model.ActiveDimensions;
import org.caravan.solver.model.Affinities;
import org.caravan.solver.model.AntiAffinityPair;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.ComplianceClass;
import org.caravan.solver.model.Demand;
import org.caravan.solver.model.HostResources;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.ServiceTimes;
import org.caravan.solver.model.UplinkCapacities;
import org.caravan.solver.model.Utilities;

/** Compiles a problem into {@link CompiledProblem}. */
public final class ProblemCompiler {

    private final PlacementProblem problem;
    private final LatencyModel latency;
    private final HostFilter filter;
    private final List<Host> hosts;
    private final List<Site> sites;
    private final Map<String, Integer> hostIndices = new HashMap<>();
    private final Map<String, Integer> siteIndices = new HashMap<>();
    private final Platforms platforms;
    private final List<Position> positions = new ArrayList<>();
    private final Map<Object, Demand> demands = new HashMap<>();
    /** Equal lists of feasible hosts share one array, even if other properties differ. */
    private final Map<BitSet, int[]> domains = new HashMap<>();
    private final int[] firstHosts;
    private final ReachedSites reached;
    private final double costWeight;
    private final ActiveDimensions considered;
    private final Startups startups;
    private final TrafficModel traffic;
    private final ServiceTimes serving;
    private final HostResourcesCompiler terms;
    private final CopySpecFactory copies;

    private ProblemCompiler(PlacementProblem problem) {
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
        this.considered = ActiveDimensions.of(problem);
        this.startups = new Startups(problem, considered.startup());
        DeclaredService declared = new DeclaredService(problem);
        this.traffic = new TrafficModel(problem.application());
        this.platforms = new Platforms(hosts, filter, startups, declared, problem.application().components().stream()
                .flatMap(component -> component.forms().stream()).anyMatch(form -> form.kind() == FormKind.VM));
        this.serving = new ServiceTimes(declared,
                platforms.representatives().stream().mapToDouble(host -> declared.speed(host.id())).toArray(), traffic);
        this.copies = new CopySpecFactory(problem);
        this.terms = new HostResourcesCompiler(problem, filter, considered);
        this.costWeight = Goal.weight(problem.application().goals(), Goal.MinimiseCost.class);
    }

    public static CompiledProblem of(PlacementProblem problem) {
        return new ProblemCompiler(problem).build();
    }

    private CompiledProblem build() {
        hosts.forEach(host -> positions.add(position(positions.size(), host)));
        problem.application().users().forEach(users -> positions.add(Position.ofUsers(positions.size(), users.id())));
        List<PlacedInstance> instances = new ArrayList<>();
        for (Component component : problem.application().components()) {
            for (int replica = 1; replica <= component.replicas(); replica++) {
                InstanceId copy = new InstanceId(component.id(), replica);
                instances.add(instance(instances.size(), problem.chosen(component, copy), copy));
            }
        }
        List<String> siteIds = sites.stream().map(Site::id).toList();
        LinkCompiler links = new LinkCompiler(problem, latency, traffic, instances, siteIds, hostIdsBySite(), hosts.size(),
                serving.of(instances));
        CompiledProblem tables = CompiledProblem.of(
                List.copyOf(instances),
                List.copyOf(positions),
                siteIds,
                slotsFree(),
                links.ways(),
                links.links(),
                links.requestPaths(),
                links.hops(),
                AntiAffinityPair.pairs(problem.application(), instances))
                .within(List.copyOf(positions), considered)
                .with(Affinities.of(problem.application().supplement().bonds().couplings(), instances));
        return tables.with(UplinkCapacities.of(problem, tables, traffic)).with(Utilities.of(problem.application(), tables, traffic,
                serving));
    }

    private List<List<String>> hostIdsBySite() {
        return sites.stream()
                .map(site -> site.hosts().stream().map(Host::id).filter(hostIndices::containsKey).toList())
                .toList();
    }

    private int firstHost(Site site) {
        return site.hosts().stream().map(host -> hostIndices.get(host.id())).filter(Objects::nonNull).findFirst().orElseThrow();
    }

    private Position position(int index, Host host) {
        HostResources known = terms.of(host);
        return new Position(
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

    private PlacedInstance instance(int index, Component component, InstanceId instance) {
        BitSet reachable = reached.by(component);
        Demand demand = demands.computeIfAbsent(
                List.of(filter.asks(component), reachable, filter.divided(instance),
                        considered.service() || considered.startup() > 0
                                ? List.of(component.id(), component.forms().stream().map(Form::image).toList()) : ""),
                unused -> demand(component, reachable, filter.divided(instance)));
        Optional<CurrentPlacement> current = filter.current(instance);
        int now = current.map(placement -> hostIndices.getOrDefault(placement.hostId(), -1)).orElse(-1);
        boolean stays = component.stateful() && current.isPresent()
                || component.router() && IntStream.of(demand.positions()).anyMatch(position -> position == now);
        int[] positions = stays ? IntStream.of(demand.positions()).filter(position -> position == now).toArray() : demand.positions();
        boolean keepsCopy = now >= 0 && copies.sameAsNow(current.orElseThrow());
        return new PlacedInstance(index, instance, component, demand, positions, current.isPresent(), now,
                keepsCopy, problem.policy().moveCostCents());
    }

    private Demand demand(Component component, BitSet reachable, boolean divided) {
        List<Host> runners = platforms.representatives();
        long[] cpu = new long[runners.size()];
        long[] memory = new long[runners.size()];
        long[] disk = new long[runners.size()];
        long[] startup = new long[runners.size()];
        long[] gpus = new long[runners.size()];
        int[] formRank = new int[runners.size()];
        boolean[] supported = new boolean[runners.size()];
        for (int p = 0; p < runners.size(); p++) {
            Host runner = runners.get(p);
            Optional<Form> taken = filter.form(component, runner);
            Optional<Form> form = taken.map(one -> filter.onHost(one, runner));
            cpu[p] = form.map(one -> one.cpu().value()).orElse(0L);
            memory[p] = form.map(one -> one.memory().value()).orElse(0L);
            disk[p] = form.map(one -> one.diskBytes().value()).orElse(0L);
            gpus[p] = taken.map(Form::gpuCount).orElse(0);
            formRank[p] = taken.map(component.forms()::indexOf).orElse(0);
            startup[p] = taken.map(one -> startups.points(component, one, runner, filter.typeOf(runner))).orElse(0L);
            supported[p] = filter.supported(component, runner)
                    && (!divided || filter.whole(component, runner) || filter.undivided(runner).isEmpty());
        }
        ComplianceClass guarding = filter.guards().guarded(component, runners);
        boolean[] allowed = new boolean[sites.size()];
        for (int site = 0; site < allowed.length; site++) {
            allowed[site] = filter.allowed(component, hosts.get(firstHosts[site]));
        }
        // Numeric form of the checks in HostFilter; a test compares both.
        BitSet fits = new BitSet();
        for (int host = 0; host < hosts.size(); host++) {
            Position position = positions.get(host);
            int p = position.platform();
            fits.set(host, !problem.excluded().containsKey(position.hostId()) && allowed[position.site()] && supported[p] && guarding.at(p)
                    && reachable.get(position.site()) && memory[p] <= position.memoryFree() && cpu[p] <= position.cpuFree()
                    && disk[p] <= position.terms().diskFree() && gpus[p] <= position.terms().gpusFree());
        }
        return new Demand(cpu, memory, formRank, supported, allowed,
                domains.computeIfAbsent(fits, list -> list.stream().toArray()), disk, guarding, startup, gpus,
                serving.points(component));
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

    /** Sites reachable by all users who enter at a component; cached by group of users. */
    private static final class ReachedSites {

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
}
