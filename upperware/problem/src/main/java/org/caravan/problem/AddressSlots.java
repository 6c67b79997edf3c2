package org.caravan.problem;

/** Which numbers instances have in a site's prefixes; below and above are hosts, gateways and people. */
public final class AddressSlots {

    public static final int FIRST = 100;
    public static final int LAST = 249;
    public static final int COUNT = LAST - FIRST + 1;

    private AddressSlots() {}
}
