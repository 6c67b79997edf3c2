package org.caravan.solver;

import java.util.Arrays;
import org.caravan.adapter.InstanceId;
import org.caravan.application.Component;

/**
 * An instance to be placed, with all that depends on it and one host only, by index of the host.
 *
 * @param cpu that the form it takes there needs, in thousandths of a core
 * @param memory that the form needs, in bytes
 * @param formRank place of the form among those of the component; 0 is the preferred one
 * @param seats it may be given, ascending; shared between tenants of one requirement class
 * @param supported whether the host runs a form of it, and that form on its architecture
 * @param allowed whether the host is at an allowed site, in an allowed country
 * @param keepsData false where it would leave the host that holds its data
 * @param needsSlot false only where its present copy can be kept as it is
 * @param now whether it is there by the current target
 * @param moveCents soft cost of not staying where it is
 */
record Tenant(
        int index,
        InstanceId instance,
        Component component,
        long[] cpu,
        long[] memory,
        int[] formRank,
        int[] seats,
        boolean[] supported,
        boolean[] allowed,
        boolean[] keepsData,
        boolean[] needsSlot,
        boolean[] now,
        long[] moveCents) {

    boolean isNow(int seat) {
        return now[seat];
    }

    /** How many obligations that concern this tenant and one host alone are broken there. */
    int brokenAt(int seat) {
        return (supported[seat] ? 0 : 1) + (allowed[seat] ? 0 : 1) + (keepsData[seat] ? 0 : 1);
    }

    /** Of all hosts: what to reckon with before it has a seat. */
    long mostMemory() {
        return Arrays.stream(memory).max().orElse(0);
    }

    @Override
    public String toString() {
        return instance.toString();
    }
}
