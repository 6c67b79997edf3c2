package org.caravan.change;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedState;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.UnobservedHost;
import org.caravan.application.Endpoint;
import org.caravan.application.Readiness;
import org.caravan.application.SecretUse;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.PathId;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.LinkPlacement;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/** Four components on three hosts at two sites: plans of it and observations that fit them. */
final class Shop {

    private static final List<List<String>> LINKS = List.of(
            List.of("frontend", "carts"), List.of("frontend", "catalogue"), List.of("carts", "carts-db"));

    private final String application;
    private final long generation;
    private final Optional<String> parent;
    private final Map<String, InstancePlacement> placements = new TreeMap<>();
    private final List<List<String>> links = new ArrayList<>(LINKS);

    private Shop(String application, long generation, Optional<String> parent) {
        this.application = application;
        this.generation = generation;
        this.parent = parent;
    }

    static Shop first() {
        return new Shop("sock-shop", 1, Optional.empty())
                .put("carts", "pi-1", 100, 80)
                .put("carts-db", "pi-1", 101, 27017)
                .put("catalogue", "pi-2", 102, 80)
                .put("frontend", "ohio-1", 100, 8079);
    }

    /** Nothing but what is put there. */
    static Shop first(String application) {
        Shop other = new Shop(application, 1, Optional.empty());
        other.links.clear();
        return other;
    }

    /** A successor with everything as it was. */
    Shop next() {
        Shop next = new Shop(application, generation + 1, Optional.of(plan().digest()));
        next.placements.putAll(placements);
        next.links.clear();
        next.links.addAll(links);
        return next;
    }

    Shop put(String component, String hostId, int slot, int port) {
        String siteId = hostId.startsWith("ohio") ? "ohio" : "hainan";
        AccessPoint at = at(siteId);
        String prefix = "ohio".equals(siteId) ? "10.1.2." : "10.1.1.";
        CopySpec spec = new CopySpec("sock-shop/" + component, new MilliCores(250), Bytes.ofMebi(96), Map.of(),
                List.of(new Endpoint("http", port, new Readiness.TcpAccepts())),
                List.of(new CopyAddress(at, prefix + slot, 24, prefix + "1")));
        InstanceId instance = new InstanceId(component, 1);
        placements.put(component, new InstancePlacement(instance, siteId, hostId, generation, slot, spec));
        return this;
    }

    /** The component reads a file {@code password} from the secret. */
    Shop secret(String component, String secretName) {
        placements.computeIfPresent(component, (id, placed) -> {
            CopySpec plain = placed.spec();
            CopySpec spec = plain.withSecrets(List.of(new SecretUse("password", secretName, 0)));
            return new InstancePlacement(placed.instance(), placed.siteId(), placed.hostId(), placed.generation(), placed.addressSlot(),
                    spec);
        });
        return this;
    }

    ObservedCopy copyWithSecret(String component, String version) {
        ObservedCopy copy = copy(component);
        return new ObservedCopy(copy.id(), copy.hostId(), copy.state(), copy.specDigest(), copy.addresses(), copy.routes(),
                Map.of("password", version));
    }

    Shop remove(String component) {
        placements.remove(component);
        links.removeIf(link -> link.contains(component));
        return this;
    }

    Shop link(String from, String to) {
        links.add(List.of(from, to));
        return this;
    }

    DeploymentPlan plan() {
        List<LinkPlacement> planned = links.stream()
                .map(link -> link(placements.get(link.get(0)), placements.get(link.get(1))))
                .toList();
        List<EntryPlacement> entries = Optional.ofNullable(placements.get("frontend")).stream().map(Shop::entry).toList();
        return new DeploymentPlan(application, "1.0", parent, generation, List.copyOf(placements.values()), planned, entries);
    }

    /** Everything as this plan asks. */
    List<ObservedCopy> copies() {
        return new ArrayList<>(placements.keySet().stream().map(this::copy).toList());
    }

    /** The same, each behind the filter that this plan asks for. */
    List<ObservedCopy> filteredCopies() {
        RouteSteps wiring = new RouteSteps(plan(), new PublicAddresses(new ObservedState(List.of(), List.of())));
        return new ArrayList<>(copies().stream().map(copy -> copy.admitting(wiring.admitted(copy.id().instance()))).toList());
    }

    ObservedCopy copy(String component) {
        InstancePlacement placement = placements.get(component);
        RouteSteps wiring = new RouteSteps(plan(), new PublicAddresses(new ObservedState(List.of(), List.of())));
        return copy(placement, placement.hostId(), ObservedCopy.State.RUNNING, wiring.routes(placement.instance()));
    }

    ObservedCopy copyOn(String component, String hostId) {
        return copy(placements.get(component), hostId, ObservedCopy.State.RUNNING, copy(component).routes());
    }

    ObservedCopy stopped(String component) {
        InstancePlacement placement = placements.get(component);
        return copy(placement, placement.hostId(), ObservedCopy.State.STOPPED, copy(component).routes());
    }

    /** The same, with hosts that are known to be lost. */
    static ObservedState without(List<ObservedCopy> copies, String... lost) {
        return new ObservedState(copies.stream().filter(copy -> !List.of(lost).contains(copy.hostId())).toList(),
                Arrays.stream(lost).map(id -> new UnobservedHost(id, "lost", true)).toList());
    }

    static ObservedState seen(List<ObservedCopy> copies, String... unobserved) {
        return new ObservedState(
                copies.stream().filter(copy -> !List.of(unobserved).contains(copy.hostId())).toList(),
                Arrays.stream(unobserved).map(id -> new UnobservedHost(id, "no route to host")).toList());
    }

    EntryState entries() {
        return new EntryState(plan().entries());
    }

    private static ObservedCopy copy(
            InstancePlacement placement, String hostId, ObservedCopy.State state, List<PeerRoute> routes) {
        return new ObservedCopy(placement.copy("sock-shop"), hostId, state, placement.spec().digest(),
                List.of(address(placement)), routes);
    }

    private static LinkPlacement link(InstancePlacement from, InstancePlacement to) {
        Endpoint endpoint = to.spec().endpoints().get(0);
        return new LinkPlacement(from.instance(), to.instance(), endpoint.name(), endpoint.port(),
                new PathId(at(from.siteId()), at(to.siteId())), address(from), address(to));
    }

    private static EntryPlacement entry(InstancePlacement to) {
        Endpoint endpoint = to.spec().endpoints().get(0);
        return new EntryPlacement("norwegians", to.instance(), endpoint.name(), endpoint.port(),
                new PathId(at("users-oslo"), at(to.siteId())), address(to));
    }

    private static AccessPoint at(String siteId) {
        return new AccessPoint(siteId, "Uninett", IpFamily.IPV4);
    }

    private static String address(InstancePlacement placement) {
        return placement.spec().addresses().get(0).address();
    }
}
