package org.caravan.adapter.aws;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.caravan.adapter.AdapterFault;
import org.caravan.machine.MachineLabel;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.ec2.model.InstanceIpv6Address;
import software.amazon.awssdk.services.ec2.model.InstanceNetworkInterface;
import software.amazon.awssdk.services.ec2.model.InstancePrivateIpAddress;

/** Private addresses of a machine's interface. Literals are compared by value, because EC2's spelling of IPv6 addresses differs. */
final class InterfaceAddresses {

    private static final Set<String> REFUSALS = Set.of("InvalidParameterValue", "InvalidIPAddress.InUse", "InvalidParameterCombination",
            "InvalidParameter", "InvalidAddress.InUse", "InvalidIpAddress.InUse");

    private final AwsAccount account;
    private final MachineLabel label;

    InterfaceAddresses(AwsAccount account, MachineLabel label) {
        this.account = account;
        this.label = label;
    }

    /** The first IPv4 address, the first IPv6 address, then the others in order. */
    static List<String> of(InstanceNetworkInterface card) {
        List<String> addresses = new ArrayList<>(firsts(card));
        card.privateIpAddresses().stream().map(InstancePrivateIpAddress::privateIpAddress)
                .filter(address -> !addresses.contains(address)).sorted().forEach(addresses::add);
        card.ipv6Addresses().stream().map(InstanceIpv6Address::ipv6Address)
                .filter(address -> !addresses.contains(address)).sorted().forEach(addresses::add);
        return addresses;
    }

    /** Addresses that a machine gets at creation and keeps for its lifetime. */
    private static List<String> firsts(InstanceNetworkInterface card) {
        List<String> firsts = new ArrayList<>();
        firsts.add(card.privateIpAddress());
        card.ipv6Addresses().stream().filter(address -> Boolean.TRUE.equals(address.isPrimaryIpv6()))
                .map(InstanceIpv6Address::ipv6Address).forEach(firsts::add);
        return firsts;
    }

    /** @return the interface's literal for each requested literal */
    Map<String, String> ensure(InstanceNetworkInterface card, Collection<String> wanted) {
        Map<InetAddress, String> present = new LinkedHashMap<>();
        of(card).forEach(address -> present.put(parsed(address), address));
        Set<String> firsts = Set.copyOf(firsts(card));
        Map<String, String> literals = new LinkedHashMap<>();
        List<String> missing = new ArrayList<>();
        for (String address : wanted) {
            String known = present.get(parsed(address));
            literals.put(address, known == null ? parsedText(address) : known);
            if (known == null) {
                missing.add(parsedText(address));
            }
        }
        List<String> superfluous = present.values().stream()
                .filter(address -> !firsts.contains(address) && !literals.containsValue(address)).toList();
        unassign(card.networkInterfaceId(), superfluous); // first, because an interface has a maximum number of addresses
        assign(card.networkInterfaceId(), missing);
        return literals;
    }

    private void assign(String interfaceId, List<String> addresses) {
        if (addresses.isEmpty()) {
            return;
        }
        try {
            List<String> ipv4 = ofVersion(addresses, false);
            if (!ipv4.isEmpty()) {
                account.ec2().assignPrivateIpAddresses(request -> request.networkInterfaceId(interfaceId)
                        .privateIpAddresses(ipv4).allowReassignment(false));
            }
            List<String> ipv6 = ofVersion(addresses, true);
            if (!ipv6.isEmpty()) {
                account.ec2().assignIpv6Addresses(request -> request.networkInterfaceId(interfaceId).ipv6Addresses(ipv6));
            }
        } catch (SdkException e) {
            AdapterFault fault = AwsRefusal.of(account.where, "give addresses " + addresses + " to machine (" + label + ")", e);
            throw REFUSALS.contains(AwsRefusal.code(e)) ? AwsFault.addresses(label, addresses, "they are not in its subnet, or in use", e)
                    : fault;
        }
    }

    private void unassign(String interfaceId, List<String> addresses) {
        List<String> ipv4 = ofVersion(addresses, false);
        List<String> ipv6 = ofVersion(addresses, true);
        if (!ipv4.isEmpty()) {
            account.ask("take addresses from machine (" + label + ")", ec2 -> ec2.unassignPrivateIpAddresses(request -> request
                    .networkInterfaceId(interfaceId).privateIpAddresses(ipv4)));
        }
        if (!ipv6.isEmpty()) {
            account.ask("take addresses from machine (" + label + ")", ec2 -> ec2.unassignIpv6Addresses(request -> request
                    .networkInterfaceId(interfaceId).ipv6Addresses(ipv6)));
        }
    }

    private static List<String> ofVersion(List<String> addresses, boolean ipv6) {
        return addresses.stream().filter(address -> address.contains(":") == ipv6).toList();
    }

    /** Accepts only literals, because a name would cause a DNS look-up. */
    private InetAddress parsed(String address) {
        try {
            if (address.matches("[0-9a-fA-F]*:[0-9a-fA-F:.]*|\\d+(\\.\\d+){3}")) {
                return InetAddress.getByName(address);
            }
        } catch (UnknownHostException e) {
            // handled below
        }
        throw AwsFault.addresses(label, List.of(address), "that is no address", null);
    }

    /** Validates the literal and returns it unchanged. */
    private String parsedText(String address) {
        parsed(address);
        return address;
    }
}
