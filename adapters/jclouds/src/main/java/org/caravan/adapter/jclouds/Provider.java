package org.caravan.adapter.jclouds;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineOffer;
import org.caravan.machine.MachineOrder;
import org.caravan.machine.ObservedMachine;
import org.jclouds.ContextBuilder;
import org.jclouds.compute.ComputeService;
import org.jclouds.compute.ComputeServiceContext;
import org.jclouds.compute.RunNodesException;
import org.jclouds.compute.domain.Hardware;
import org.jclouds.compute.domain.Image;
import org.jclouds.compute.domain.NodeMetadata;
import org.jclouds.compute.domain.SecurityGroup;
import org.jclouds.compute.extensions.SecurityGroupExtension;
import org.jclouds.domain.Location;
import org.jclouds.logging.slf4j.config.SLF4JLoggingModule;
import org.jclouds.net.domain.IpPermission;
import org.jclouds.net.domain.IpProtocol;

/** One region of one provider. Each machine is a node in its own group, so that jclouds removes the group's resources with it. */
record Provider(Region region, JcloudsAccount account, ComputeServiceContext context) {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(200);

    static Provider connect(Region region, JcloudsAccount account, Duration timeout) {
        Properties properties = new Properties();
        // Some providers always wait for the node, even for a broken one.
        properties.setProperty("jclouds.compute.timeout.node-running", "120000");
        properties.putAll(account.properties());
        properties.setProperty("jclouds.connection-timeout", String.valueOf(timeout.toMillis()));
        properties.setProperty("jclouds.so-timeout", String.valueOf(timeout.toMillis()));
        properties.setProperty("jclouds.max-redirects", "0"); // a redirect may lead to an endpoint that is not allowed
        properties.setProperty("jclouds.max-retries", "0"); // the caller decides about retries
        ContextBuilder builder = ContextBuilder.newBuilder(account.provider()).credentials(account.identity(), account.credential())
                .overrides(properties).modules(Set.of(new SLF4JLoggingModule(), new BoundedAnswers()));
        region.endpoint().ifPresent(builder::endpoint);
        return new Provider(region, account, builder.buildView(ComputeServiceContext.class));
    }

    private ComputeService compute() {
        return context.getComputeService();
    }

    List<MachineOffer> offers() {
        return compute().listHardwareProfiles().stream().map(Machines::offer).distinct().sorted().toList();
    }

    List<ObservedMachine> observe() {
        return nodes().map(Machines::observed).toList();
    }

    ObservedMachine ensure(MachineOrder order) {
        Hardware hardware = hardware(order.offer());
        Image image = image(order.image());
        Location location = location();
        Optional<NodeMetadata> present = only(order.label());
        if (present.isEmpty()) {
            rent(order, hardware, image, location);
            return observed(order.label());
        }
        ObservedMachine machine = Machines.observed(present.get());
        if (machine.state() == ObservedMachine.State.BROKEN) {
            destroy(order.label());
            throw JcloudsCallFault.broken(order.label(), machine.offer());
        }
        if (!machine.offer().equals(order.offer())) {
            throw JcloudsCallFault.otherOffer(order.label(), machine.offer(), order.offer());
        }
        return machine;
    }

    private void rent(MachineOrder order, Hardware hardware, Image image, Location location) {
        try {
            compute().createNodesInGroup(Machines.newGroup(order.label()), 1,
                    compute().templateBuilder().fromHardware(hardware).fromImage(image)
                    .locationId(location.getId()).options(Machines.options(region, order, compute().templateOptions())).build());
        } catch (RunNodesException e) {
            destroy(order.label());
            throw JcloudsCallFault.notRented(region, order, e);
        }
    }

    /** If two servers provisioned two machines of a label concurrently, all servers keep the one with the lowest id. */
    private Optional<NodeMetadata> only(MachineLabel label) {
        List<NodeMetadata> nodes = nodes(label);
        nodes.stream().skip(1).forEach(node -> whenFree(() -> compute().destroyNode(node.getId())));
        return nodes.stream().findFirst();
    }

    private Hardware hardware(String offer) {
        Set<? extends Hardware> all = compute().listHardwareProfiles();
        return all.stream().filter(hardware -> Machines.name(hardware).equals(offer)).map(Hardware.class::cast).findFirst()
                .orElseThrow(() -> JcloudsCallFault.unknown("offer", offer, region, all.stream().map(Machines::name).sorted().distinct()
                        .toList()));
    }

    private Image image(String name) {
        Set<? extends Image> all = compute().listImages();
        return all.stream().filter(image -> Stream.of(image.getName(), image.getProviderId(), image.getId()).anyMatch(name::equals))
                .map(Image.class::cast).findFirst()
                .orElseThrow(() -> JcloudsCallFault.unknown("image", name, region,
                        all.stream().map(image -> String.valueOf(image.getName())).sorted().distinct().toList()));
    }

    private Location location() {
        Set<? extends Location> all = compute().listAssignableLocations();
        return all.stream().filter(location -> location.getId().equals(region.name())).map(Location.class::cast).findFirst()
                .orElseThrow(() -> JcloudsCallFault.unknown("location", region.name(), region,
                        all.stream().map(Location::getId).sorted().toList()));
    }

    /** @throws org.caravan.adapter.AdapterFault if the machine does not exist */
    ObservedMachine there(MachineLabel label) {
        existing(label);
        return observed(label);
    }

    /** Opens these ports if jclouds supports it for this provider; other ports stay unchanged. */
    ObservedMachine open(MachineLabel label, Set<Integer> ports) {
        NodeMetadata node = existing(label);
        compute().getSecurityGroupExtension().toJavaUtil().ifPresent(extension -> extension.listSecurityGroupsForNode(node.getId()).stream()
                .filter(group -> Machines.isGroupOf(label, group.getName())).findFirst()
                .ifPresent(group -> ports.forEach(port -> open(extension, group, port))));
        return observed(label);
    }

    private static void open(SecurityGroupExtension extension, SecurityGroup group, int port) {
        boolean open = group.getIpPermissions().stream().anyMatch(rule -> rule.getFromPort() <= port && port <= rule.getToPort()
                && rule.getIpProtocol() == IpProtocol.TCP);
        if (!open) {
            extension.addIpPermission(IpPermission.builder().ipProtocol(IpProtocol.TCP).fromPort(port).toPort(port).cidrBlock("0.0.0.0/0")
                    .build(), group);
        }
    }

    boolean start(MachineLabel label) {
        NodeMetadata node = existing(label);
        if (node.getStatus() == NodeMetadata.Status.SUSPENDED) {
            compute().resumeNode(node.getId());
        }
        return true;
    }

    boolean stop(MachineLabel label) {
        NodeMetadata node = existing(label);
        if (node.getStatus() == NodeMetadata.Status.RUNNING) {
            compute().suspendNode(node.getId());
        }
        return true;
    }

    /** Deletes by id, never by a pattern, so that other machines are not affected. */
    boolean destroy(MachineLabel label) {
        Set<String> ids = nodes(label).stream().map(NodeMetadata::getId).collect(Collectors.toSet());
        if (!ids.isEmpty()) {
            whenFree(() -> compute().destroyNodesMatching(node -> ids.contains(node.getId())));
        }
        compute().getSecurityGroupExtension().toJavaUtil().ifPresent(extension -> whenFree(() -> deleteGroups(extension, label)));
        return true;
    }

    /** Repeats a removal while the provider answers that something uses the resource: another server's order, or a machine that leaves. */
    static void whenFree(Runnable removal) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                removal.run();
                return;
            } catch (RuntimeException fault) {
                if (!JcloudsCallFault.inUse(fault) || System.nanoTime() > deadline) {
                    throw fault;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    /** Needed because jclouds does not delete groups for which it created no machine. */
    private void deleteGroups(SecurityGroupExtension extension, MachineLabel label) {
        extension.listSecurityGroupsInLocation(location()).stream().filter(group -> Machines.isGroupOf(label, group.getName()))
                .forEach(group -> extension.removeSecurityGroup(group.getId()));
    }

    /** All labelled nodes that are not terminated. */
    private Stream<NodeMetadata> nodes() {
        return compute().listNodesDetailsMatching(node -> true).stream().map(NodeMetadata.class::cast)
                .filter(node -> node.getStatus() != NodeMetadata.Status.TERMINATED && Machines.label(node).isPresent())
                .sorted(Comparator.comparing(NodeMetadata::getId));
    }

    private List<NodeMetadata> nodes(MachineLabel label) {
        return nodes().filter(node -> Machines.label(node).filter(label::equals).isPresent()).toList();
    }

    private NodeMetadata existing(MachineLabel label) {
        return nodes(label).stream().findFirst().orElseThrow(() -> JcloudsCallFault.noMachine(label));
    }

    private ObservedMachine observed(MachineLabel label) {
        return Machines.observed(existing(label));
    }

    void close() {
        context.close();
    }
}
