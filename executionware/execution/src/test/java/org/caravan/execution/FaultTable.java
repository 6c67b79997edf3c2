package org.caravan.execution;

import java.util.LinkedHashMap;
import java.util.Map;

/** Fault, what became of the deployment, what users got meanwhile. */
final class FaultTable {

    private static final Map<String, String> ROWS = new LinkedHashMap<>();

    private FaultTable() {}

    static synchronized void put(String fault, String outcome) {
        ROWS.put(fault, outcome);
    }

    /** What was put there since it was printed last. */
    static synchronized void print() {
        ROWS.forEach((fault, outcome) -> System.out.printf("%-48s %s%n", fault, outcome));
        ROWS.clear();
    }
}
