package org.caravan.problem;

import org.caravan.infrastructure.Subnet;

/** Which numbers instances have in a site's prefixes; below and above are hosts, gateways and people. */
public final class AddressSlots {

    public static final int FIRST = Subnet.FIRST_OF_COPIES;
    public static final int LAST = Subnet.LAST_OF_COPIES;
    public static final int COUNT = LAST - FIRST + 1;

    private AddressSlots() {}
}
