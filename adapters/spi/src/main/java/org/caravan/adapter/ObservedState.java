package org.caravan.adapter;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.caravan.machine.ObservedMachine;

/**
 * All labelled copies on the observed hosts. A list, because an instance may have two copies.
 *
 * @param unobserved hosts whose copies could not be observed; can include provisioned hosts whose machine is known
 * @param rented every provisioned host of the infrastructure
 * @param unclaimed labelled machines that no host of the infrastructure uses
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

    /** For an infrastructure without provisioned hosts. */
    public ObservedState(List<ObservedCopy> copies, List<UnobservedHost> unobserved) {
        this(copies, unobserved, List.of(), List.of());
    }

    /** The part of this state that belongs to one application, with all machines. */
    public ObservedState of(String application) {
        return new ObservedState(copies.stream().filter(copy -> copy.id().application().equals(application)).toList(),
                unobserved, rented, unclaimed);
    }

    public boolean observed(String hostId) {
        return unobserved.stream().noneMatch(host -> host.hostId().equals(hostId));
    }

    /** Empty for a fixed host. */
    public Optional<RentedHost> rented(String hostId) {
        return rented.stream().filter(host -> host.hostId().equals(hostId)).findFirst();
    }
}
