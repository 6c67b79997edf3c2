package org.caravan.machine;

import java.util.List;
import java.util.Set;
import org.caravan.infrastructure.Region;

/**
 * The port to a provider that rents machines. Every method may be repeated: asked for what already is, it changes
 * nothing. Implementations are safe for use by several threads. All methods throw {@link org.caravan.adapter.AdapterFault};
 * asked for an undeclared capability, one of kind UNSUPPORTED.
 */
public interface MachineCloud extends AutoCloseable {

    /** Name of the provider in the language: {@code openstack}. */
    String provider();

    Set<MachineCapability> capabilities();

    /** What can be rented in the region, sorted by name. */
    List<MachineOffer> offers(Region region);

    /** How much may be rented, and how much is; needs {@link MachineCapability#LIMITS}. */
    MachineLimits limits(Region region);

    /** All machines with our label, of every infrastructure, in any state. */
    List<ObservedMachine> observe(Region region);

    /**
     * After it the machine exists as ordered; returns as soon as the provider has taken the order, without waiting for
     * the machine to boot. Found by label before it is created: no number of repetitions rents two. A machine of another
     * offer is never replaced: UNSUPPORTED. One that is BROKEN before its first boot is given back and the reason thrown,
     * NO_CAPACITY if the provider had no room: so repeat this when a machine is observed BROKEN.
     */
    ObservedMachine ensure(Region region, MachineOrder order);

    /**
     * After it the machine has exactly these addresses beside its first ones, and exactly these ports let in; FAILED if
     * there is no such machine. What listens on a chosen address is up to what runs on the machine.
     */
    ObservedMachine ensureAccess(Region region, MachineLabel label, MachineAccess access);

    /** After it the machine runs, or boots; FAILED if there is none. */
    void start(Region region, MachineLabel label);

    /** After it the machine is off, or shuts down; its disk and addresses stay; FAILED if there is none. */
    void stop(Region region, MachineLabel label);

    /** After it nothing of the machine is left or observed: disk, addresses, security group and key with it. */
    void destroy(Region region, MachineLabel label);

    @Override
    void close();
}
