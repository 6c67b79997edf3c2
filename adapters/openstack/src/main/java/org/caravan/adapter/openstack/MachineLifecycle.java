package org.caravan.adapter.openstack;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.caravan.adapter.AdapterFault;
import org.caravan.infrastructure.Admission;
import org.caravan.machine.MachineAccess;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineOrder;
import org.caravan.machine.ObservedMachine;
import org.jclouds.openstack.nova.v2_0.domain.Flavor;
import org.jclouds.openstack.nova.v2_0.domain.Image;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Operations on one machine, found by its label each time. The caller ensures that only one operation per machine runs. */
final class MachineLifecycle {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    /** Longer than an order takes from its port to its server, with the difference between Neutron's clock and the own one. */
    private static final Duration LONGEST_ORDER = Duration.ofMinutes(10);
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Logger LOG = LoggerFactory.getLogger(MachineLifecycle.class);

    private final Project project;

    MachineLifecycle(Project project) {
        this.project = project;
    }

    ObservedMachine ensure(MachineOrder order, Optional<String> network) {
        Flavor flavor = project.compute.flavor(order.offer());
        Image image = project.compute.image(order.image());
        String networkId = project.neutron.privateNetwork(network);
        Optional<Server> present = only(order.label());
        if (present.isPresent()) {
            return kept(order, present.get());
        }
        try {
            create(order, flavor, image, networkId);
        } catch (AdapterFault e) {
            if (e.retriable()) {
                throw e;
            }
            return kept(order, ofAnotherOrder(order.label(), e).orElseThrow(() -> e));
        }
        return project.observe(only(order.label()).orElseThrow(() -> OpenStackFault.noMachine(order.label())));
    }

    private ObservedMachine kept(MachineOrder order, Server server) {
        if (server.state() == ObservedMachine.State.BROKEN) {
            Project.Trouble trouble = project.trouble(server);
            if (!trouble.everRan()) {
                release(server);
                removeRest(order.label());
                throw trouble.said().contains("No valid host") ? OpenStackFault.noRoom(order.label(), server.offer(), trouble.said())
                        : OpenStackFault.neverBooted(order.label(), trouble.said());
            }
        }
        if (!server.offer().equals(order.offer())) {
            throw OpenStackFault.otherOffer(order.label(), server.offer(), order.offer());
        }
        if (server.state() == ObservedMachine.State.RUNNING) {
            deleteUnusedPorts(order.label());
        }
        return project.observe(server);
    }

    /**
     * Orders a machine on a port of its own. If two servers order on one port at once, Nova gives the port to one machine and takes it
     * away again when the other one fails or is released. An order whose answer was lost is found by its label later, with its port.
     */
    private void create(MachineOrder order, Flavor flavor, Image image, String networkId) {
        String group = project.firewall.prepare(order.label());
        project.compute.ensureKey(order.label(), order.publicKey());
        deleteUnusedPorts(order.label());
        Port port = project.neutron.createPort(order.label(), networkId, group);
        project.compute.create(order, flavor, image, port.id(), fault -> project.neutron.discard(port, fault));
    }

    /** After a refused order: the machine that another server has ordered in the meantime. Without one, removes what the order left. */
    private Optional<Server> ofAnotherOrder(MachineLabel label, AdapterFault because) {
        try {
            Optional<Server> other = only(label);
            if (other.isEmpty()) {
                removeRest(label);
            }
            return other;
        } catch (AdapterFault e) {
            because.addSuppressed(e);
            return Optional.empty();
        }
    }

    /**
     * Removes the ports, public addresses, groups and key pair of a machine without a server. Keeps all of them while another server may be
     * ordering the machine; its order or {@link #destroy} removes them later. Asks for ports before servers, because an order has a port
     * first.
     */
    private void removeRest(MachineLabel label) {
        List<Port> ports = project.neutron.ports(label);
        boolean ordered = ports.stream().anyMatch(port -> port.serverId().isEmpty() && !isOld(port));
        if (ordered || !project.compute.servers(label).isEmpty()) {
            return;
        }
        project.floating.deleteAll(label);
        ports.forEach(port -> project.neutron.deletePort(port.id()));
        try {
            project.firewall.deleteAll(label);
        } catch (AdapterFault fault) {
            if (OpenStackFault.isInUse(fault)) {
                // Another server began to order the machine since the look at the ports, and its order needs the group and the key; or
                // Nova has not deleted the port of a failed server yet. The next order uses both, and destroy removes them.
                logKept(label);
                return;
            }
            throw fault;
        }
        project.compute.deleteKey(label);
    }

    private static void logKept(MachineLabel label) {
        LOG.info("The security group and key pair of the machine ({}) stay, because a port uses the group: of another server's order, or "
                + "of a server that Nova is deleting.", label);
    }

    /** Deletes ports that failed orders left: no server uses them, and no order takes this long. */
    private void deleteUnusedPorts(MachineLabel label) {
        List<Port> old = project.neutron.ports(label).stream().filter(port -> port.serverId().isEmpty() && isOld(port)).toList();
        if (!old.isEmpty()) {
            List<Server> servers = project.compute.servers(label);
            old.stream().filter(port -> servers.stream().noneMatch(server -> server.uses(port)))
                    .forEach(port -> project.neutron.deletePort(port.id()));
        }
    }

    private boolean isOld(Port port) {
        return port.olderThan(LONGEST_ORDER, project.clock.instant());
    }

    /**
     * The machine of this label. If two servers provisioned two machines concurrently, the later one is released, or the one that failed.
     */
    private Optional<Server> only(MachineLabel label) {
        List<Server> servers = project.compute.servers(label).stream().filter(server -> server.state() != ObservedMachine.State.LEAVING)
                .sorted(Comparator.comparing(server -> server.state() == ObservedMachine.State.BROKEN)).toList();
        servers.stream().skip(1).forEach(this::release);
        return servers.stream().findFirst();
    }

    /** Deletes one server with its port. */
    private void release(Server server) {
        List<Port> ports = project.neutron.ports(server.label()).stream().filter(server::uses).toList();
        project.compute.delete(server.id());
        awaitGone(server.label(), List.of(server));
        ports.forEach(port -> project.neutron.deletePort(port.id()));
    }

    ObservedMachine ensureAccess(MachineLabel label, MachineAccess access) {
        Server server = booted(label);
        Port port = Project.portOf(server, project.neutron.ports(label)).orElseThrow(() -> OpenStackFault.noMachine(label));
        AddressPlan plan = AddressPlan.of(port, access, project.neutron.subnets(port.networkId()));
        refuseImpossible(label, port, access);
        project.floating.keepOnly(label, port, access.publicFor());
        Port changed = project.neutron.setAddresses(port, plan);
        if (!access.publicFor().isEmpty()) {
            project.floating.ensure(label, changed, access.publicFor(), project.neutron.publicNetwork(project.account.publicNetwork()));
        }
        return project.observe(server);
    }

    ObservedMachine admit(MachineLabel label, Collection<Admission> admissions) {
        Server server = existing(label);
        project.firewall.ensure(label, admissions);
        return project.observe(server);
    }

    /**
     * Waits for the boot: a port belongs to its server only after Nova has started to build it. A machine with several addresses of
     * one subnet at its first boot also cannot determine its first address.
     */
    private Server booted(MachineLabel label) {
        if (!await(() -> existing(label).state() != ObservedMachine.State.BOOTING)) {
            throw OpenStackFault.boots(label);
        }
        return existing(label);
    }

    private void refuseImpossible(MachineLabel label, Port port, MachineAccess access) {
        for (String address : access.publicFor()) {
            boolean its = port.first().contains(address) || access.addresses().contains(address);
            if (!its || address.contains(":")) {
                throw OpenStackFault.address(label, address, "only an IPv4 address of the machine can have a public one",
                        "use one of " + port.first() + " or of those chosen");
            }
        }
        for (String address : access.addresses()) {
            if (!port.addresses().contains(address)) {
                project.neutron.otherUser(port, address).ifPresent(user -> {
                    throw OpenStackFault.address(label, address, user + " has it", "choose another one");
                });
            }
        }
    }

    void start(MachineLabel label) {
        Server server = existing(label);
        if (server.state() == ObservedMachine.State.STOPPED) {
            project.compute.start(server.id());
        }
    }

    void stop(MachineLabel label) {
        Server server = existing(label);
        if (server.state() != ObservedMachine.State.STOPPED && !server.isDoing("powering-off")) {
            project.compute.stop(server.id());
        }
    }

    private Server existing(MachineLabel label) {
        return only(label).orElseThrow(() -> OpenStackFault.noMachine(label));
    }

    /**
     * Deletes resources in the order of their dependencies, including leftovers of an earlier interrupted call. Leaves the port of another
     * server's order that begins meanwhile, and then the group and key pair.
     */
    void destroy(MachineLabel label) {
        List<Server> servers = project.compute.servers(label);
        // After the servers: each has its port before it exists. Ports made later belong to other orders.
        Set<String> known = project.neutron.ports(label).stream().map(Port::id).collect(Collectors.toSet());
        servers.stream().filter(server -> server.state() != ObservedMachine.State.LEAVING)
                .forEach(server -> project.compute.delete(server.id()));
        project.floating.deleteAll(label);
        awaitGone(label, servers);
        known.forEach(project.neutron::deletePort);
        if (deletesGroups(label, known)) {
            project.compute.deleteKey(label);
        } else {
            logKept(label);
        }
    }

    /**
     * Deletes the groups, and ports that use them: known ones, which Nova may delete after it has answered that the server is gone, and old
     * ones.
     *
     * @param known ids of the ports at the begin of the release
     * @return false if the groups stay, because another server orders the machine meanwhile and has made a port
     */
    private boolean deletesGroups(MachineLabel label, Set<String> known) {
        AtomicReference<AdapterFault> used = new AtomicReference<>();
        AtomicBoolean ordered = new AtomicBoolean();
        if (!await(() -> freesGroups(label, known, used, ordered))) {
            throw used.get();
        }
        return !ordered.get();
    }

    private boolean freesGroups(MachineLabel label, Set<String> known, AtomicReference<AdapterFault> used, AtomicBoolean ordered) {
        try {
            project.firewall.deleteAll(label);
            return true;
        } catch (AdapterFault fault) {
            if (!OpenStackFault.isInUse(fault)) {
                throw fault;
            }
            used.set(fault);
            Map<Boolean, List<Port>> ports = project.neutron.ports(label).stream()
                    .collect(Collectors.partitioningBy(port -> known.contains(port.id()) || isOld(port)));
            ports.get(true).forEach(port -> project.neutron.deletePort(port.id()));
            ordered.set(!ports.get(false).isEmpty());
            return ordered.get();
        }
    }

    private void awaitGone(MachineLabel label, List<Server> servers) {
        for (Server server : servers) {
            if (!await(() -> project.compute.server(server.id()).isEmpty())) {
                throw OpenStackFault.lingers(label, "server");
            }
        }
    }

    private static boolean await(BooleanSupplier state) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!state.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return true;
    }
}
