package org.caravan.machine;

import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import org.caravan.infrastructure.Admission;
import org.caravan.infrastructure.Region;

/**
 * Port to a provider of machines. Every method is idempotent: if the requested state exists, it changes nothing. Implementations
 * are thread-safe. All methods throw {@link org.caravan.adapter.AdapterFault}; for an undeclared capability, of kind UNSUPPORTED.
 */
public interface MachineCloud extends AutoCloseable {

    /** Name of the provider in the modelling language: {@code openstack}. */
    String provider();

    Set<MachineCapability> capabilities();

    /** Machine sizes available in the region, sorted by name. */
    List<MachineOffer> offers(Region region);

    /** Quotas and their current use; needs {@link MachineCapability#LIMITS}. */
    MachineLimits limits(Region region);

    /** All labelled machines of every infrastructure, in any state. */
    List<ObservedMachine> observe(Region region);

    /**
     * Orders the machine unless it exists. Returns when the provider has accepted the order, without waiting for the boot. The
     * machine is searched by label first, so repetitions never order a second one. A machine of another offer is never replaced:
     * UNSUPPORTED. A machine that is BROKEN before its first boot is released and the reason is thrown: NO_CAPACITY if the provider
     * had no capacity. Therefore call this again when a machine is observed as BROKEN.
     */
    ObservedMachine ensure(Region region, MachineOrder order);

    /**
     * Gives the machine exactly these additional addresses; FAILED if the machine does not exist. The software on the machine must
     * configure the addresses itself.
     */
    ObservedMachine ensureAccess(Region region, MachineLabel label, MachineAccess access);

    /**
     * Makes the machine's firewall admit exactly these senders to these TCP ports, beside SSH and ICMP from any sender; FAILED if the
     * machine does not exist. New rules are added before others are removed, and open connections stay open. Without
     * {@link MachineCapability#CLOSED_PORTS}, a provider may admit more.
     */
    ObservedMachine admit(Region region, MachineLabel label, SortedSet<Admission> admissions);

    /** Starts the machine; on return it runs or boots. FAILED if it does not exist. */
    void start(Region region, MachineLabel label);

    /** Stops the machine; on return it is off or shuts down, with its disk and addresses. FAILED if it does not exist. */
    void stop(Region region, MachineLabel label);

    /** Deletes the machine with its disk, addresses, security group and key. On return nothing of it is observable. */
    void destroy(Region region, MachineLabel label);

    @Override
    void close();
}
