package org.caravan.change;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedState;
import org.caravan.adapter.RentedHost;
import org.caravan.machine.ObservedMachine;

/**
 * Translates planned addresses to public addresses. A provider chooses public addresses when it allocates them, so a plan cannot
 * contain them. They are read from the observed state.
 */
final class PublicAddresses {

    private final Map<String, RentedHost> translated = new TreeMap<>();

    PublicAddresses(ObservedState observed) {
        observed.rented().stream().filter(RentedHost::publicAddresses).forEach(host -> translated.put(host.hostId(), host));
    }

    /** The address by which other sites reach the planned address; empty until the provider has allocated it. */
    Optional<String> address(String hostId, String planned) {
        RentedHost host = translated.get(hostId);
        return host == null || planned.indexOf(':') >= 0
                ? Optional.of(planned) : Optional.ofNullable(publicOf(host).get(planned));
    }

    /** The same state, with public addresses added to each copy. A route to either address counts as a use of the copy. */
    ObservedState withPublicAddresses(ObservedState state) {
        return new ObservedState(
                state.copies().stream().map(this::withPublicAddresses).toList(),
                state.unobserved(), state.rented(), state.unclaimed());
    }

    private ObservedCopy withPublicAddresses(ObservedCopy copy) {
        RentedHost host = translated.get(copy.hostId());
        if (host == null) {
            return copy;
        }
        List<String> all = Stream.concat(
                copy.addresses().stream(),
                copy.addresses().stream().map(publicOf(host)::get).filter(address -> address != null)).toList();
        return new ObservedCopy(copy.id(), copy.hostId(), copy.state(), copy.specDigest(), all, copy.routes(),
                copy.secrets(), copy.ports(), copy.restarts(), copy.admitted(), copy.bandwidth());
    }

    private static Map<String, String> publicOf(RentedHost host) {
        return host.machine().map(ObservedMachine::publicAddresses).orElse(Map.of());
    }
}
