package org.caravan.adapter.jclouds;

import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineOffer;
import org.caravan.machine.MachineOrder;
import org.caravan.machine.ObservedMachine;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.jclouds.compute.domain.Hardware;
import org.jclouds.compute.domain.NodeMetadata;
import org.jclouds.compute.domain.Processor;
import org.jclouds.compute.domain.Volume;
import org.jclouds.compute.options.TemplateOptions;

/** Converts between jclouds' nodes and Caravan's machines and orders. */
final class Machines {

    private static final String INFRASTRUCTURE = "caravan-infrastructure";
    private static final String HOST = "caravan-host";
    private static final String OFFER = "caravan-offer";

    private Machines() {}

    static Optional<MachineLabel> label(NodeMetadata node) {
        Map<String, String> metadata = node.getUserMetadata();
        return metadata.containsKey(INFRASTRUCTURE) && metadata.containsKey(HOST)
                ? Optional.of(new MachineLabel(metadata.get(INFRASTRUCTURE), metadata.get(HOST))) : Optional.empty();
    }

    /**
     * A group name for one attempt to provision, never reused. jclouds caches security groups by name, including deleted ones. Two
     * concurrent servers would create two groups of the same name, which providers cannot distinguish.
     */
    static String newGroup(MachineLabel label) {
        return "%s%08x".formatted(groupsOf(label), ThreadLocalRandom.current().nextInt());
    }

    /** True if jclouds created the security group for an attempt to provision this machine. */
    static boolean isGroupOf(MachineLabel label, String securityGroup) {
        return securityGroup != null && securityGroup.matches("jclouds-" + Pattern.quote(groupsOf(label)) + "[0-9a-f]{8}");
    }

    /** jclouds requires DNS-compatible names. */
    private static String groupsOf(MachineLabel label) {
        return ("caravan-" + label.infrastructure() + "-" + label.hostId() + "-").toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9-]", "-");
    }

    static String name(Hardware hardware) {
        return hardware.getName() != null ? hardware.getName() : hardware.getProviderId();
    }

    static MachineOffer offer(Hardware hardware) {
        double cores = hardware.getProcessors().stream().mapToDouble(Processor::getCores).sum();
        double disk = hardware.getVolumes().stream().map(Volume::getSize).filter(Objects::nonNull).mapToDouble(Float::doubleValue).sum();
        return new MachineOffer(name(hardware), Architecture.AMD64, new MilliCores((int) Math.round(cores * 1000)),
                Bytes.ofMebi(hardware.getRam()),
                Bytes.ofMebi(Math.round(disk * 1024)), Optional.empty());
    }

    static ObservedMachine observed(NodeMetadata node) {
        List<String> privates = ipv4(node.getPrivateAddresses());
        List<String> publics = ipv4(node.getPublicAddresses());
        List<String> addresses = privates.isEmpty() ? publics : privates;
        Map<String, String> standing = new TreeMap<>();
        if (!privates.isEmpty() && !publics.isEmpty()) {
            standing.put(privates.get(0), publics.get(0));
        }
        ObservedMachine.State state = state(node.getStatus());
        String offer = node.getUserMetadata().getOrDefault(OFFER, node.getHardware() == null ? "unknown" : name(node.getHardware()));
        return new ObservedMachine(label(node).orElseThrow(), node.getId(), state, offer, addresses, standing,
                Stream.concat(publics.stream(), privates.stream()).findFirst(), "root",
                state == ObservedMachine.State.BROKEN ? Optional.of(String.valueOf(node.getBackendStatus())) : Optional.empty());
    }

    /** Omits IPv6, because its representation in jclouds differs by provider; IPv6 is not declared as a capability. */
    private static List<String> ipv4(Collection<String> addresses) {
        return addresses.stream().filter(address -> !address.contains(":")).sorted().toList();
    }

    private static ObservedMachine.State state(NodeMetadata.Status status) {
        return switch (status) {
            case PENDING -> ObservedMachine.State.BOOTING;
            case RUNNING -> ObservedMachine.State.RUNNING;
            case SUSPENDED -> ObservedMachine.State.STOPPED;
            case TERMINATED -> ObservedMachine.State.LEAVING;
            default -> ObservedMachine.State.BROKEN;
        };
    }

    static TemplateOptions options(Region region, MachineOrder order, TemplateOptions options) {
        options.userMetadata(Map.of(INFRASTRUCTURE, order.label().infrastructure(), HOST, order.label().hostId(), OFFER, order.offer()));
        options.blockUntilRunning(false).inboundPorts(22);
        region.network().ifPresent(options::networks);
        giveUserData(options, firstBoot(order));
        return options;
    }

    /** Includes the key, because jclouds installs keys with an SSH client that current servers refuse. */
    private static String firstBoot(MachineOrder order) {
        return "#!/bin/sh\nmkdir -p -m 700 /root/.ssh\ncat >> /root/.ssh/authorized_keys <<'KEY'\n" + order.publicKey() + "\nKEY\n"
                + "chmod 600 /root/.ssh/authorized_keys\n" + order.firstBoot().replaceFirst("^#!.*\n", "");
    }

    /** Uses reflection: the options of every provider with user data have this method, but no interface declares it. */
    private static void giveUserData(TemplateOptions options, String script) {
        try {
            options.getClass().getMethod("userData", byte[].class).invoke(options, script.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchMethodException e) {
            // machines of such a provider use the key of their image
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("user data", e);
        }
    }
}
