package org.caravan.machine;

/** Optional features of a provider. */
public enum MachineCapability {
    /** {@link MachineCloud#start} and {@link MachineCloud#stop} work. */
    STOP_AND_START,
    /** Machines get IPv6 addresses. */
    IPV6,
    /** A machine supports additional private addresses chosen by the order. */
    CHOSEN_ADDRESSES,
    /** A private address can have a public address, one to one. */
    PUBLIC_ADDRESSES,
    /** The provider's firewall admits only {@link MachineCloud#admit}, SSH and ICMP, and machines send from their own addresses only. */
    CLOSED_PORTS,
    /** {@link MachineOffer#price} is known. */
    PRICES,
    /** {@link MachineCloud#limits} returns the limits that the provider enforces. */
    LIMITS
}
