package org.caravan.problem;

import org.caravan.infrastructure.Subnet;

/** Range of address numbers of instances in a site's prefixes; lower and higher numbers are for hosts, gateways and manual use. */
public final class AddressSlots {

    public static final int FIRST = Subnet.FIRST_OF_COPIES;
    public static final int LAST = Subnet.LAST_OF_COPIES;
    public static final int COUNT = LAST - FIRST + 1;

    private AddressSlots() {}
}
