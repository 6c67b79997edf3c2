package org.caravan.adapter.simulated;

import org.caravan.adapter.AdapterFault;

/**
 * Failure of the next calls that match.
 *
 * @param operation name of the method of the port, {@code ensure}; or {@code *} for any
 * @param hostId or {@code *} for any
 * @param times how many matching calls fail, at least 1; then they succeed again
 */
public record SimulatedFault(String operation, String hostId, int times, AdapterFault.Kind kind) {

    public static final String ANY = "*";

    public SimulatedFault {
        if (times < 1) {
            throw new IllegalArgumentException("a fault happens at least once: " + times);
        }
    }

    /** The host is off until {@link SimulatedAdapter#heal} is called. */
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
