package org.caravan.adapter.openstack;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import org.caravan.adapter.EndpointGate;
import org.caravan.infrastructure.Architecture;
import org.caravan.machine.MachineFirewall;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineLimits;
import org.caravan.machine.MachineOffer;
import org.caravan.machine.ObservedMachine;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.jclouds.openstack.nova.v2_0.domain.Flavor;
import tools.jackson.databind.JsonNode;

/** One project in one region of a cloud: its services and the machines in it. */
final class Project implements AutoCloseable {

    final RegionLabel where;
    final Clock clock;
    final OpenStackAccount account;
    final Compute compute;
    final Neutron neutron;
    final Firewall firewall;
    final FloatingAddresses floating;
    private final Native calls;

    Project(RegionLabel where, OpenStackAccount account, OpenStackSettings settings, Clock clock) {
        EndpointGate gate = settings.gate();
        Rest rest = new Rest(settings.timeout(), gate);
        this.where = where;
        this.account = account;
        this.clock = clock;
        Keystone keystone = new Keystone(where, account, rest, clock);
        this.calls = new Native(where, keystone, rest);
        this.compute = new Compute(where, account, settings.timeout(), () -> {
            gate.pass("openstack", where.endpoint());
            gate.pass("openstack", keystone.endpoint("compute"));
        });
        this.neutron = new Neutron(calls);
        this.firewall = new Firewall(calls);
        this.floating = new FloatingAddresses(calls);
    }

    List<MachineOffer> offers() {
        return compute.flavors().stream().map(this::offer).sorted().toList();
    }

    /** Assumes AMD64. Nova reports no architecture of a flavor; clouds with several are rare, and their images specify it. */
    private MachineOffer offer(Flavor flavor) {
        return new MachineOffer(flavor.getName(), Architecture.AMD64, new MilliCores(flavor.getVcpus() * 1000),
                Bytes.ofMebi(flavor.getRam()), Bytes.ofMebi(flavor.getDisk() * 1024L),
                        Optional.ofNullable(account.prices().get(flavor.getName())));
    }

    /** Uses REST, because jclouds reads Nova's quotas but not their usage. */
    MachineLimits limits() {
        JsonNode absolute = calls.get("ask for limits", "compute", "/limits").map(answer -> answer.path("limits").path("absolute"))
                .orElseGet(Rest::object);
        return new MachineLimits(limit(absolute, "maxTotalInstances"), absolute.path("totalInstancesUsed").asInt(0),
                limit(absolute, "maxTotalCores"), absolute.path("totalCoresUsed").asInt(0), publicLimit(), floating.count());
    }

    private OptionalInt publicLimit() {
        return calls.get("ask for limits", Neutron.SERVICE, "/v2.0/quotas/" + calls.projectId())
                .map(answer -> limit(answer.path("quota"), "floatingip")).orElse(OptionalInt.empty());
    }

    /** OpenStack uses -1 for no limit. */
    private static OptionalInt limit(JsonNode limits, String name) {
        int value = limits.path(name).asInt(-1);
        return value < 0 ? OptionalInt.empty() : OptionalInt.of(value);
    }

    /** All labelled machines, each label once. */
    List<ObservedMachine> observe() {
        List<Server> servers = compute.servers();
        if (servers.isEmpty()) {
            return List.of();
        }
        List<Port> ports = neutron.ports();
        Map<String, Map<String, String>> publics = floating.byPort();
        Map<MachineLabel, MachineFirewall> firewalls = firewall.all();
        MachineFirewall none = new MachineFirewall(new TreeSet<>(), false);
        return servers.stream().map(server -> observed(server, portOf(server, ports), publics)
                .behind(firewalls.getOrDefault(server.label(), none))).toList();
    }

    ObservedMachine observe(Server server) {
        return observed(server, portOf(server, neutron.ports(server.label())), floating.byPort()).behind(firewall.its(server.label()));
    }

    /**
     * The port of a server. If the server names none and Nova does not build it yet, this is the only unattached port of the label. Empty
     * if several are unattached, because another server may be ordering this machine on one of them.
     */
    static Optional<Port> portOf(Server server, List<Port> ports) {
        List<Port> its = ports.stream().filter(port -> port.label().equals(server.label())).toList();
        List<Port> unattached = server.state() == ObservedMachine.State.BOOTING && server.port().isEmpty()
                ? its.stream().filter(port -> port.serverId().isEmpty()).toList() : List.of();
        return its.stream().filter(server::uses).findFirst()
                .or(() -> unattached.size() == 1 ? unattached.stream().findFirst() : Optional.empty());
    }

    private ObservedMachine observed(Server server, Optional<Port> port, Map<String, Map<String, String>> publics) {
        List<String> addresses = port.map(Port::addresses).orElse(List.of());
        Map<String, String> own = port.map(each -> publics.getOrDefault(each.id(), Map.of())).orElse(Map.of());
        Optional<String> ssh = addresses.stream().findFirst().map(first -> own.getOrDefault(first, first));
        Optional<String> trouble = server.state() == ObservedMachine.State.BROKEN ? Optional.of(trouble(server).said()) : Optional.empty();
        return new ObservedMachine(server.label(), server.id(), server.state(), server.offer(), addresses, own, ssh, server.user(),
                trouble);
    }

    /** @param everRan false if it broke before its first boot */
    record Trouble(String said, boolean everRan) {}

    /** Uses REST, because jclouds reads neither the reason of a failure nor whether the server ever ran. */
    Trouble trouble(Server server) {
        JsonNode told = calls.get("look at a server", "compute", "/servers/" + server.id()).map(answer -> answer.path("server"))
                .orElseGet(Rest::object);
        return new Trouble(told.path("fault").path("message").asString("no reason given"), !told.path("OS-SRV-USG:launched_at").isNull());
    }

    @Override
    public void close() {
        compute.close();
    }
}
