package org.caravan.adapter;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.caravan.machine.ObservedMachine;

/**
 * Every copy of ours found on the hosts that could be looked at. A list: one instance may run twice.
 *
 * @param unobserved hosts whose copies could not be seen; a rented one may be among them although its machine is known
 * @param rented every rented host of the infrastructure
 * @param unclaimed machines with our label that no host of the infrastructure wants
 */
public record ObservedState(
        List<ObservedCopy> copies, List<UnobservedHost> unobserved, List<RentedHost> rented, List<ObservedMachine> unclaimed) {

    public ObservedState {
        copies = copies.stream()
                .sorted(Comparator.comparing(ObservedCopy::id).thenComparing(ObservedCopy::hostId))
                .toList();
        unobserved = unobserved.stream().sorted(Comparator.comparing(UnobservedHost::hostId)).toList();
        rented = rented.stream().sorted(Comparator.comparing(RentedHost::hostId)).toList();
        unclaimed = unclaimed.stream().sorted(Comparator.comparing(ObservedMachine::label)).toList();
    }

    /** Where no host is rented. */
    public ObservedState(List<ObservedCopy> copies, List<UnobservedHost> unobserved) {
        this(copies, unobserved, List.of(), List.of());
    }

    /** The part of this state that belongs to one application; machines belong to all. */
    public ObservedState of(String application) {
        return new ObservedState(copies.stream().filter(copy -> copy.id().application().equals(application)).toList(),
                unobserved, rented, unclaimed);
    }

    public boolean observed(String hostId) {
        return unobserved.stream().noneMatch(host -> host.hostId().equals(hostId));
    }

    /** Empty for a host that stands. */
    public Optional<RentedHost> rented(String hostId) {
        return rented.stream().filter(host -> host.hostId().equals(hostId)).findFirst();
    }
}
