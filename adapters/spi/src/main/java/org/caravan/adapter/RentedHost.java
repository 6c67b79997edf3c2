package org.caravan.adapter;

import java.util.List;
import java.util.Optional;
import org.caravan.machine.ObservedMachine;

/**
 * A provisioned host as described by its provider. If the provider answered and there is no machine, the host counts as observed
 * and empty.
 *
 * @param publicAddresses true if users and other sites reach its IPv4 addresses only through public addresses
 * @param asked true if its provider answered; otherwise the state of its machine is unknown
 * @param fit false if its machine was never fit for copies, so that it certainly has none
 * @param machine in any state; its copies are observed only if it answers
 */
public record RentedHost(String hostId, boolean publicAddresses, boolean asked, boolean fit, Optional<ObservedMachine> machine) {

    /** True if a machine exists and is not being deleted. */
    public boolean held() {
        return machine.filter(found -> found.state() != ObservedMachine.State.LEAVING).isPresent();
    }

    /** Additional addresses: all except the first one of each IP version, which is the machine's own. */
    public List<String> further() {
        List<String> all = machine.map(ObservedMachine::addresses).orElse(List.of());
        return all.stream().filter(address -> all.stream().anyMatch(earlier ->
                all.indexOf(earlier) < all.indexOf(address) && isSix(earlier) == isSix(address))).toList();
    }

    /** Additional addresses that have a public address. */
    public List<String> published() {
        return further().stream().filter(machine.orElseThrow().publicAddresses()::containsKey).toList();
    }

    private static boolean isSix(String address) {
        return address.indexOf(':') >= 0;
    }
}
