package org.caravan.bench.reassignment;

import java.util.stream.IntStream;

/**
 * One instance of the challenge, in its words; all by index. Amounts have no units there.
 *
 * @param machines where processes may run
 * @param services groups of processes that must not share a machine
 * @param processWeight of the cost of moving processes
 * @param serviceWeight of the most processes that are moved of one service
 * @param machineWeight of the cost of moving from one machine to another
 */
record Instance(
        Resource[] resources,
        Machine[] machines,
        Service[] services,
        Process[] processes,
        Balance[] balances,
        long processWeight,
        long serviceWeight,
        long machineWeight) {

    /** @param kept whether what a process needs stays taken where it comes from, too (in the challenge: transient) */
    record Resource(boolean kept, long loadWeight) {}

    /**
     * @param capacity by resource, which may not be exceeded
     * @param safety by resource, above which each unit costs
     * @param moveCost by machine a process goes to
     */
    record Machine(int neighbourhood, int location, long[] capacity, long[] safety, long[] moveCost) {}

    /**
     * @param spread least number of locations its processes are at
     * @param dependsOn services of which a process must be in the neighbourhood of each of its own
     */
    record Service(int spread, int[] dependsOn) {}

    /** @param needs by resource */
    record Process(int service, long[] needs, long moveCost) {}

    /** Of what is free, there should be at least target times as much of the other resource as of the one. */
    record Balance(int one, int other, long target, long weight) {

        /** What it costs where so many units of the two are free. */
        long cost(long ofOne, long ofOther) {
            return weight * Math.max(0, target * ofOne - ofOther);
        }
    }

    /** By process: all of its service, itself included; one array for each service. */
    int[][] siblings() {
        int[][] ofService = new int[services.length][];
        int[][] siblings = new int[processes.length][];
        for (int p = 0; p < processes.length; p++) {
            int service = processes[p].service();
            if (ofService[service] == null) {
                ofService[service] = IntStream.range(0, processes.length).filter(other -> processes[other].service() == service).toArray();
            }
            siblings[p] = ofService[service];
        }
        return siblings;
    }
}
