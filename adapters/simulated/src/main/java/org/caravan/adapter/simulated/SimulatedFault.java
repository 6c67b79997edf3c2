package org.caravan.adapter.simulated;

import org.caravan.adapter.AdapterFault;

/**
 * Makes the next matching calls fail.
 *
 * @param operation name of the port's method, {@code ensure}; or {@code *} for any
 * @param hostId host id; or {@code *} for any
 * @param times number of matching calls that fail, at least 1
 */
public record SimulatedFault(String operation, String hostId, int times, AdapterFault.Kind kind) {

    public static final String ANY = "*";

    public SimulatedFault {
        if (times < 1) {
            throw new IllegalArgumentException("a fault happens at least once: " + times);
        }
    }

    /** The host is unreachable until {@link SimulatedAdapter#heal} is called. */
    public static SimulatedFault unreachable(String hostId) {
        return new SimulatedFault(ANY, hostId, Integer.MAX_VALUE, AdapterFault.Kind.UNREACHABLE);
    }

    boolean matches(String calledOperation, String calledHostId) {
        return (operation.equals(ANY) || operation.equals(calledOperation))
                && (hostId.equals(ANY) || hostId.equals(calledHostId));
    }

    SimulatedFault once() {
        return times == Integer.MAX_VALUE ? this : new SimulatedFault(operation, hostId, times - 1, kind);
    }
}
