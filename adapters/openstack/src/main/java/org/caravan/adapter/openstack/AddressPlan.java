package org.caravan.adapter.openstack;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.machine.MachineAccess;

/**
 * Divides a machine's addresses into fixed addresses and allowed address pairs of its port. Neutron keeps fixed addresses unique
 * and can give them public addresses, but a port has few of them. Addresses that need this come first.
 */
record AddressPlan(SortedMap<String, String> fixed, SortedSet<String> allowed) {

    /** Neutron's default for {@code max_fixed_ips_per_port}; the API does not reveal a cloud's setting. */
    static final int FIXED_PER_PORT = 5;

    /** @throws org.caravan.adapter.AdapterFault that names an address outside the network */
    static AddressPlan of(Port port, MachineAccess access, List<Subnetwork> subnets) {
        SortedMap<String, String> fixed = new TreeMap<>();
        SortedSet<String> allowed = new TreeSet<>();
        port.first().forEach(address -> fixed.put(address, port.fixed().get(address)));
        for (String address : inOrder(port, access)) {
            Subnetwork subnet = holding(address, subnets).orElseThrow(() -> OpenStackFault.address(port.label(), address,
                    "it is not of its network", "use one of " + subnets.stream().map(each -> each.prefix().prefix()).toList()));
            if (!subnet.automatic() && fixed.size() < FIXED_PER_PORT) {
                fixed.put(address, subnet.id());
            } else {
                allowed.add(address);
            }
        }
        return new AddressPlan(fixed, allowed);
    }

    /** Keeps fixed addresses fixed unless their place is needed, because an address is unavailable while its kind changes. */
    private static Set<String> inOrder(Port port, MachineAccess access) {
        Set<String> order = new LinkedHashSet<>(access.publicFor());
        port.fixed().keySet().stream().filter(access.addresses()::contains).forEach(order::add);
        order.addAll(access.addresses());
        order.retainAll(access.addresses());
        port.first().forEach(order::remove);
        return order;
    }

    private static Optional<Subnetwork> holding(String address, List<Subnetwork> subnets) {
        return subnets.stream().filter(subnet -> subnet.prefix().contains(address)).findFirst();
    }
}
