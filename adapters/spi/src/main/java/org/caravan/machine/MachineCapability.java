package org.caravan.machine;

/** What a provider may leave out. */
public enum MachineCapability {
    /** {@link MachineCloud#start} and {@link MachineCloud#stop} work. */
    STOP_AND_START,
    /** Machines get IPv6 addresses. */
    IPV6,
    /** A machine takes further private addresses that the order chooses. */
    CHOSEN_ADDRESSES,
    /** An address can be given a public one, one to one. */
    PUBLIC_ADDRESSES,
    /** Ports are closed unless {@link MachineAccess} opens them. */
    CLOSED_PORTS,
    /** {@link MachineOffer#price} is known. */
    PRICES,
    /** {@link MachineCloud#limits} is what the provider enforces. */
    LIMITS
}
