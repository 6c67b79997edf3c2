package org.caravan.adapter;

import java.util.List;
import java.util.Optional;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineAccess;
import org.caravan.machine.ObservedMachine;

/**
 * What an adapter does whose hosts are rented: it gets them a machine and gives it back. Every method may be repeated: asked
 * for what already is, it changes nothing. Safe for use by several threads. All methods throw {@link AdapterFault}.
 */
public interface HostRental {

    /** All machines of this infrastructure in the region, in any state, sorted by host. */
    List<ObservedMachine> machines(Region region);

    /** Whether it may have copies; false only if it is certain that it never was fit for any. */
    boolean fit(ObservedMachine machine);

    /**
     * Brings the host nearer to having a machine that runs, answers and is fit for copies: orders it, starts it, prepares it.
     * Returns soon.
     *
     * @return why it is not fit yet, in words for a person; empty once it is
     */
    Optional<String> rent(Host host);

    /** After it the machine of the host has exactly these addresses beside its own, and lets in exactly these ports. */
    void open(Host host, MachineAccess access);

    /** After it the host has no machine, or one that is leaving. */
    void release(Host host);

    /** After it a machine of this infrastructure that no host wants is no more, or leaving. Others' machines: UNTRUSTED. */
    void discard(Region region, ObservedMachine machine);
}
