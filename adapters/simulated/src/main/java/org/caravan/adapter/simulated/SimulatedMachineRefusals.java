package org.caravan.adapter.simulated;

import java.util.List;
import java.util.Optional;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.AdapterFault.Kind;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Subnet;
import org.caravan.machine.MachineAccess;
import org.caravan.machine.MachineCapability;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineOffer;
import org.caravan.machine.MachineOrder;

/** Checks of the simulated machine provider, with their fault messages. */
record SimulatedMachineRefusals(SimulatedMachineScript script, SimulatedMachines machines) {

    void requireAnswer(Region region) {
        if (script.silent().contains(region.name())) {
            throw fault(Kind.UNREACHABLE, "The simulated provider does not answer at (%s).\nMaybe it is off: try again later.",
                    region.endpoint().orElse(region.name()));
        }
    }

    void requireAccount(Region region) {
        String name = region.credentials();
        if (!script.known().isEmpty() && !script.known().contains(name)) {
            throw fault(Kind.UNTRUSTED, "There are no credentials (%s) for the simulated provider.\nMaybe use one of %s.", name,
                    script.known().stream().sorted().toList());
        }
        if (script.refused().contains(name)) {
            throw fault(Kind.UNTRUSTED, "The simulated provider refuses the credentials (%s).\nMaybe correct their password.", name);
        }
    }

    void require(MachineCapability capability) {
        if (!script.capabilities().contains(capability)) {
            throw fault(Kind.UNSUPPORTED, "The provider (simulated) does not do %s.\nMaybe give the script the capability.", capability);
        }
    }

    SimulatedMachine requireMachine(MachineLabel label) {
        return machines.find(label).orElseThrow(() ->
                fault(Kind.FAILED, "The simulated provider has no machine (%s).\nMaybe rent it first.", label));
    }

    void requireSameOffer(SimulatedMachine machine, MachineOrder order) {
        if (!machine.offer().equals(order.offer())) {
            throw fault(Kind.UNSUPPORTED, "The machine (%s) is of offer (%s) and cannot become (%s).\nMaybe release it first.",
                    order.label(), machine.offer(), order.offer());
        }
    }

    Optional<MachineOffer> offer(String name) {
        return script.offers().stream().filter(offer -> offer.name().equals(name)).findFirst();
    }

    /** Returns the network of the new machine. */
    List<Subnet> requireOrder(Region region, MachineOrder order) {
        if (offer(order.offer()).isEmpty()) {
            throw fault(Kind.FAILED, "The simulated provider has no offer (%s) for (%s).\nMaybe use one of %s.", order.offer(),
                    order.label(), script.offers().stream().map(MachineOffer::name).toList());
        }
        if (script.missingImages().contains(order.image())) {
            throw fault(Kind.FAILED, "The simulated provider has no image (%s) for (%s).\nMaybe use another.", order.image(),
                    order.label());
        }
        int limit = script.quotaOf(region.credentials()).orElse(Integer.MAX_VALUE);
        if (machines.in(region.name()).size() >= limit) {
            throw fault(Kind.NO_CAPACITY,
                    "The quota of %d machines in (%s) is exhausted, so (%s) is not rented.\nMaybe ask for a higher quota.",
                    limit, region.name(), order.label());
        }
        if (script.full().contains(order.offer())) {
            throw fault(Kind.NO_CAPACITY, "The simulated provider has no room for (%s) of offer (%s).\nMaybe use another offer.",
                    order.label(), order.offer());
        }
        return requireNetwork(region);
    }

    private List<Subnet> requireNetwork(Region region) {
        List<Subnet> network = script.network(region.name(), region.network());
        if (network.isEmpty()) {
            throw fault(Kind.FAILED, "Region (%s) of the simulated provider has no network (%s).\nMaybe use one of %s.", region.name(),
                    region.network().orElse("default"), script.networks().keySet().stream().sorted().toList());
        }
        return network;
    }

    void requireAccess(Region region, SimulatedMachine machine, MachineAccess access) {
        if (!access.addresses().isEmpty()) {
            require(MachineCapability.CHOSEN_ADDRESSES);
        }
        if (!access.publicFor().isEmpty()) {
            require(MachineCapability.PUBLIC_ADDRESSES);
        }
        for (String address : access.addresses()) {
            if (address.contains(":")) {
                require(MachineCapability.IPV6);
            }
            if (requireNetwork(region).stream().noneMatch(subnet -> subnet.contains(address))) {
                throw fault(Kind.FAILED, "The address (%s) for (%s) is not in its network.\nMaybe use another network.", address,
                        machine.label());
            }
            machines.holder(address, machine.label()).ifPresent(other -> {
                throw fault(Kind.FAILED, "The address (%s) for (%s) is used by (%s).\nMaybe plan again.", address, machine.label(),
                        other.label());
            });
        }
    }

    private static AdapterFault fault(Kind kind, String message, Object... values) {
        return new AdapterFault(kind, message.formatted(values));
    }
}
