package org.caravan.probe;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reserves the listening ports of flows on each machine, so that no two flows use the same port. Thread-safe. */
final class PortLeases {

    private static final int FIRST = 9000;
    private static final int COUNT = 20;

    /** NetPerfMeter uses the port itself, the next one for its control connection, and the previous one for MPTCP. */
    private static final int STEP = 10;

    private final Map<String, Set<Integer>> leased = new HashMap<>();

    /** Reserves the lowest port that is neither reserved nor in {@code others}; empty if there is none. */
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
