package org.caravan.solver.build;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedHost;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Gpus;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Site;
import org.caravan.problem.CurrentPlacement;
import org.caravan.problem.FormChoice;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PlacementProblem;

/** Decides whether an instance can run on a host, independent of all other instances, and explains why not. */
public final class HostFilter {

    /** Begins the obligation of a copy with bandwidth. */
    public static final String UNDIVIDED = "no bandwidth control";

    private final PlacementProblem problem;
    private final Map<String, ObservedHost> observedHosts = new HashMap<>();
    private final ResidualCapacity room;
    private final Map<String, Site> siteOfHost = new HashMap<>();
    private final Map<String, HostType> hostTypes = new HashMap<>();
    private final Map<InstanceId, CurrentPlacement> currentPlacements = new HashMap<>();
    private final Locations locations;
    private final UserPaths userWays;
    private final HostControls guards;
    private final LocalTraffic local;

    public HostFilter(PlacementProblem problem, LatencyModel latency) {
        this.problem = problem;
        this.userWays = new UserPaths(problem.application(), latency);
        problem.inventory().hosts().forEach(host -> observedHosts.put(host.hostId(), host));
        this.room = new ResidualCapacity(problem, observedHosts);
        problem.infrastructure().sites().forEach(site -> site.hosts().forEach(host -> siteOfHost.put(host.id(), site)));
        this.guards = new HostControls(problem.application(), siteOfHost);
        problem.infrastructure().hostTypes().forEach(type -> hostTypes.put(type.id(), type));
        problem.current().forEach(now -> currentPlacements.put(now.instance(), now));
        this.locations = new Locations(problem.application());
        this.local = local();
    }

    private LocalTraffic local() {
        Map<String, List<Site>> allowed = new HashMap<>();
        if (!problem.application().supplement().bonds().withoutBandwidths()) {
            List<Site> sites = problem.infrastructure().sites().stream().filter(site -> !site.hosts().isEmpty()).toList();
            problem.application().components().forEach(component -> allowed.put(component.id(),
                    sites.stream().filter(site -> locations.outside(component, site).isEmpty()).toList()));
        }
        return new LocalTraffic(problem.application(), allowed, userWays);
    }

    /** Returns the text of the first obligation that excludes the host; empty if the host is feasible. */
    Optional<String> whyNot(InstanceId instance, Host host) {
        Component component = problem.component(instance);
        return unfit(component, host)
                .or(() -> undivided(instance, host))
                .or(() -> unless(keepsData(component, instance, host.id()), "away from its data"))
                .or(() -> unless(keepsAddress(component, instance, host), "away from the address that users keep"))
                .or(() -> userWays.missing(component, host));
    }

    private Optional<String> unfit(Component component, Host host) {
        ObservedHost observed = observedHosts.get(host.id());
        if (observed == null) {
            return Optional.of("not observed");
        }
        if (problem.excluded().containsKey(host.id())) {
            return Optional.of(problem.excluded().get(host.id()));
        }
        Optional<Form> form = form(component, host);
        Optional<Form> needed = form.map(taken -> onHost(taken, host));
        return locations.outside(component, siteOf(host))
                .or(() -> guards.missing(component, host))
                .or(() -> unless(form.isPresent(), "runs no " + kinds(component)))
                .or(() -> unless(runsOn(form.get(), observed), "not " + Locations.joined(form.get().architectures())))
                .or(() -> unless(!takesAll(form.get()) || fitsWhole(form.get(), host), "too small a machine"))
                .or(() -> unless(!takesAll(form.get()) || free(needed.get(), host), "not free as a whole"))
                .or(() -> unless(needed.get().memory().value() <= room.memory(host.id()), "insufficient memory"))
                .or(() -> unless(needed.get().cpu().value() <= room.cpu(host.id()), "insufficient cpu"))
                .or(() -> unless(form.get().diskBytes().value() <= room.disk(host.id()), "insufficient disk"))
                .or(() -> form.get().gpu().flatMap(gpus -> lacking(gpus, host)));
    }

    /** Empty if the copy needs no bandwidth. A virtual machine has its host for itself, so there is nothing to divide. */
    private Optional<String> undivided(InstanceId instance, Host host) {
        return divided(instance) && !whole(problem.component(instance), host)
                ? undivided(host).map(why -> UNDIVIDED + " (" + why + ")") : Optional.empty();
    }

    /** Whether the component would have the host for itself. */
    boolean whole(Component component, Host host) {
        return form(component, host).filter(HostFilter::takesAll).isPresent();
    }

    /** Whether the node of the copy divides its uplink for it. A copy that never uses an uplink needs no such node. */
    boolean divided(InstanceId instance) {
        return !local.stays(problem.application().component(instance.componentId()))
                && problem.application().supplement().bonds().bandwidth(instance.componentId(), instance.index()).isPresent();
    }

    /** Why the host cannot divide its uplink; empty if it can, or if no copy needs it and hosts do not differ in it. */
    Optional<String> undivided(Host host) {
        ObservedHost observed = observedHosts.get(host.id());
        return observed == null || problem.application().supplement().bonds().withoutBandwidths() ? Optional.empty()
                : observed.noBandwidth();
    }

    /** A host without a GPU of the vendor differs from one with too few GPUs, which others may use at present. */
    private Optional<String> lacking(Gpus needed, Host host) {
        Optional<Gpus> offered = typeOf(host).gpu().filter(gpus -> gpus.suits(needed));
        return unless(offered.isPresent(), "no " + needed.vendor().map(vendor -> vendor + " ").orElse("") + "gpu")
                .or(() -> unless(!observedHosts.get(host.id()).gpus().equals(Optional.of(0)), "no gpu declared on the host"))
                .or(() -> unless(needed.count() <= gpusFree(host), "insufficient gpu"));
    }

    /** GPUs left by other applications: of those of the type, those that the host reports. */
    long gpusFree(Host host) {
        return room.gpus(host.id(), typeOf(host).gpuCount());
    }

    private static boolean takesAll(Form form) {
        return form.kind() == FormKind.VM;
    }

    private boolean fitsWhole(Form form, Host host) {
        return form.cpu().compareTo(room.wholeCpu(host.id())) <= 0 && form.memory().compareTo(room.wholeMemory(host.id())) <= 0;
    }

    private boolean free(Form needed, Host host) {
        return needed.memory().value() <= room.memory(host.id()) && needed.cpu().value() <= room.cpu(host.id());
    }

    /** Returns the form with the reservation on this host: a virtual machine reserves the whole host, or its demand if that is larger. */
    Form onHost(Form form, Host host) {
        return !takesAll(form) ? form : form.reserving(larger(form.cpu(), room.wholeCpu(host.id())),
                larger(form.memory(), room.wholeMemory(host.id())));
    }

    private static <T extends Comparable<T>> T larger(T one, T other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    /** Returns the properties of a component that determine its feasible hosts, except its users and its data. */
    Object asks(Component component) {
        List<Object> forms = new ArrayList<>();
        component.forms().forEach(form ->
                forms.add(List.of(form.kind(), form.cpu(), form.memory(), form.architectures(), form.disk(), form.gpu(),
                        takesAll(form) ? form.image() : "")));
        return List.of(forms, locations.asked(component), guards.asked(component));
    }

    /** Returns the properties of a host that determine which instances can run on it, except data and addresses it holds. */
    Object kind(Host host) {
        ObservedHost observed = observedHosts.get(host.id());
        List<Object> free = observed == null ? List.of()
                : List.of(room.cpu(host.id()), room.memory(host.id()), room.disk(host.id()), gpusFree(host), observed.architecture());
        return List.of(siteOf(host).id(), host.hostTypeId(), host.formKinds(), guards.of(host), free, undivided(host),
                problem.excluded().getOrDefault(host.id(), ""));
    }

    /** Returns the form in which the component would run on the host; empty if the host supports none of its forms. */
    Optional<Form> form(Component component, Host host) {
        return FormChoice.of(component, host, hostTypes.get(host.hostTypeId()));
    }

    boolean supported(Component component, Host host) {
        return form(component, host).filter(form -> runsOn(form, observedHosts.get(host.id())) && form.gpuOf(typeOf(host)))
                .isPresent();
    }

    private static boolean runsOn(Form form, ObservedHost observed) {
        return form.architectures().contains(observed.architecture());
    }

    private static String kinds(Component component) {
        return component.forms().stream().map(form -> form.kind() + (takesAll(form) ? " of " + form.image() : ""))
                .collect(Collectors.joining(" or "));
    }

    boolean allowed(Component component, Host host) {
        return locations.outside(component, siteOf(host)).isEmpty();
    }

    /** A stateful component stays with its data; elsewhere it would start empty. */
    private boolean keepsData(Component component, InstanceId instance, String hostId) {
        return !component.stateful() || current(instance).map(now -> now.hostId().equals(hostId)).orElse(true);
    }

    /** A router keeps its address, which users know, as long as its current host is feasible. */
    private boolean keepsAddress(Component component, InstanceId instance, Host host) {
        return !component.router() || current(instance)
                .flatMap(now -> problem.infrastructure().hosts().stream().filter(other -> other.id().equals(now.hostId())).findFirst())
                .filter(now -> !now.id().equals(host.id()) && unfit(component, now).isEmpty()
                        && undivided(instance, now).isEmpty() && userWays.missing(component, now).isEmpty())
                .isEmpty();
    }

    Optional<CurrentPlacement> current(InstanceId instance) {
        return Optional.ofNullable(currentPlacements.get(instance));
    }

    ResidualCapacity room() {
        return room;
    }

    HostControls guards() {
        return guards;
    }

    Site siteOf(Host host) {
        return siteOfHost.get(host.id());
    }

    /** Returns null if the host no longer belongs to a site. */
    Site siteOf(String hostId) {
        return siteOfHost.get(hostId);
    }

    HostType typeOf(Host host) {
        return hostTypes.get(host.hostTypeId());
    }

    Optional<ObservedHost> observed(Host host) {
        return Optional.ofNullable(observedHosts.get(host.id()));
    }

    public UserPaths userWays() {
        return userWays;
    }

    private static Optional<String> unless(boolean kept, String broken) {
        return kept ? Optional.empty() : Optional.of(broken);
    }
}
