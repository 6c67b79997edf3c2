package org.caravan.adapter;

import java.util.List;
import java.util.Optional;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineAccess;
import org.caravan.machine.ObservedMachine;

/**
 * Provisions and releases machines for hosts. Every method is idempotent: if the requested state exists, it changes nothing.
 * Thread-safe. All methods throw {@link AdapterFault}.
 */
public interface HostRental {

    /** All machines of this infrastructure in the region, in any state, sorted by host. */
    List<ObservedMachine> machines(Region region);

    /** True if the machine may have copies; false only if it certainly was never fit for copies. */
    boolean fit(ObservedMachine machine);

    /**
     * Advances the provisioning of the host's machine: orders, starts or prepares it. Returns soon.
     *
     * @return why it is not fit for copies yet; empty when it is
     */
    Optional<String> rent(Host host);

    /** Gives the machine exactly these addresses in addition to its own. */
    void open(Host host, MachineAccess access);

    /** Releases the host's machine; on return it does not exist or is being deleted. */
    void release(Host host);

    /** Deletes a machine of this infrastructure that no host uses. For machines of others, throws UNTRUSTED. */
    void discard(Region region, ObservedMachine machine);
}
