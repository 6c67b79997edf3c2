package org.caravan.adapter.aws;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.machine.MachineFirewall;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.ObservedMachine;
import software.amazon.awssdk.services.ec2.model.Address;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.InstanceNetworkInterface;
import software.amazon.awssdk.services.ec2.model.InstanceStateName;
import software.amazon.awssdk.services.ec2.model.SecurityGroup;

/** Converts an EC2 instance to an {@link ObservedMachine}. */
final class Observation {

    private Observation() {}

    /** @param groups security groups of machines, among them its own */
    static ObservedMachine of(Instance instance, List<Address> elastic, List<SecurityGroup> groups) {
        Optional<InstanceNetworkInterface> card = card(instance);
        List<String> addresses = card.map(InterfaceAddresses::of).orElse(List.of());
        Map<String, String> publicAddresses = new TreeMap<>();
        card.ifPresent(own -> elastic.stream().filter(address -> own.networkInterfaceId().equals(address.networkInterfaceId()))
                .forEach(address -> publicAddresses.put(address.privateIpAddress(), address.publicIp())));
        Optional<String> first = addresses.stream().findFirst();
        MachineLabel label = AwsNames.label(instance.tags()).orElseThrow();
        MachineFirewall firewall = groups.stream().filter(group -> AwsNames.label(group.tags()).filter(label::equals).isPresent())
                .findFirst()
                .map(Firewall::of).orElse(new MachineFirewall(new TreeSet<>(), false));
        return new ObservedMachine(label, instance.instanceId(), state(instance),
                instance.instanceTypeAsString(), addresses, publicAddresses,
                first.map(address -> publicAddresses.getOrDefault(address, address)), "root", trouble(instance), Optional.of(firewall));
    }

    static Optional<InstanceNetworkInterface> card(Instance instance) {
        return instance.networkInterfaces().stream()
                .min(Comparator.comparing(card -> card.attachment() == null ? 0 : card.attachment().deviceIndex()));
    }

    static ObservedMachine.State state(Instance instance) {
        return switch (instance.state().name()) {
            case PENDING -> ObservedMachine.State.BOOTING;
            case RUNNING -> ObservedMachine.State.RUNNING;
            case STOPPING, STOPPED -> ObservedMachine.State.STOPPED;
            case TERMINATED -> ObservedMachine.State.BROKEN;
            default -> ObservedMachine.State.LEAVING;
        };
    }

    /** True for an instance that terminated without a request of the user. EC2 lists it for an hour. */
    static boolean brokeAtBirth(Instance instance) {
        return instance.state().name() == InstanceStateName.TERMINATED
                && instance.stateReason() != null && instance.stateReason().code() != null
                && !instance.stateReason().code().startsWith("Client.UserInitiatedShutdown")
                && !instance.stateReason().code().startsWith("Client.InstanceInitiatedShutdown");
    }

    static boolean isGone(Instance instance) {
        return instance.state().name() == InstanceStateName.TERMINATED && !brokeAtBirth(instance);
    }

    static boolean isLeaving(Instance instance) {
        return instance.state().name() == InstanceStateName.SHUTTING_DOWN;
    }

    private static Optional<String> trouble(Instance instance) {
        return brokeAtBirth(instance) ? Optional.of(reason(instance)) : Optional.empty();
    }

    static String reason(Instance instance) {
        return instance.stateReason().message() == null ? instance.stateReason().code() : instance.stateReason().message();
    }

    /** True if it failed because of insufficient capacity. */
    static boolean wantedRoom(Instance instance) {
        return instance.stateReason().code().matches("Server\\.Insufficient.*|Client\\..*LimitExceeded");
    }
}
