package org.caravan.adapter;

import java.util.List;
import java.util.Optional;
import org.caravan.machine.ObservedMachine;

/**
 * A rented host as its provider describes it. Without a machine, and where the provider answered, it is observed and empty.
 *
 * @param publicAddresses whether users and other sites reach its IPv4 addresses only by public ones
 * @param asked whether its provider answered; if not, nothing is known of its machine
 * @param fit false if its machine never was fit for copies: then it is certain that none is on it
 * @param machine in any state; what runs on it is seen only when it answers
 */
public record RentedHost(String hostId, boolean publicAddresses, boolean asked, boolean fit, Optional<ObservedMachine> machine) {

    /** Whether there is a machine that was not given back yet. */
    public boolean held() {
        return machine.filter(found -> found.state() != ObservedMachine.State.LEAVING).isPresent();
    }

    /** Addresses beside the machine's own, which are the first one of each IP version. */
    public List<String> further() {
        List<String> all = machine.map(ObservedMachine::addresses).orElse(List.of());
        return all.stream().filter(address -> all.stream().anyMatch(earlier ->
                all.indexOf(earlier) < all.indexOf(address) && isSix(earlier) == isSix(address))).toList();
    }

    /** Those of them, and no others, that have a public one. */
    public List<String> published() {
        return further().stream().filter(machine.orElseThrow().publicAddresses()::containsKey).toList();
    }

    private static boolean isSix(String address) {
        return address.indexOf(':') >= 0;
    }
}
