package org.caravan.probe;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which ports of which machine a flow of ours listens on now, so that no two take the same. Safe for use by several threads. */
final class PortLeases {

    private static final int FIRST = 9000;
    private static final int COUNT = 20;

    /** NetPerfMeter takes the port itself, the next for its control connection and the one before for MPTCP. */
    private static final int STEP = 10;

    private final Map<String, Set<Integer>> leased = new HashMap<>();

    /** The lowest port not leased and not in {@code others}; empty when there is none. */
    synchronized Optional<Integer> lease(String machineId, Set<Integer> others) {
        Set<Integer> ours = leased.computeIfAbsent(machineId, any -> new HashSet<>());
        for (int i = 0; i < COUNT; i++) {
            int port = FIRST + i * STEP;
            if (!others.contains(port) && ours.add(port)) {
                return Optional.of(port);
            }
        }
        return Optional.empty();
    }

    synchronized void giveBack(String machineId, int port) {
        leased.getOrDefault(machineId, new HashSet<>()).remove(port);
    }
}
