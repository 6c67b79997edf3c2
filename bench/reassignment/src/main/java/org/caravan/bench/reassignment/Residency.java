package org.caravan.bench.reassignment;

import java.util.Arrays;

/** Who is on each machine, to draw one of them at random. */
final class Residency {

    private final int[][] on;
    private final int[] count;
    private final int[] position;

    Residency(int machines, int processes) {
        this.on = new int[machines][8];
        this.count = new int[machines];
        this.position = new int[processes];
    }

    void enter(int process, int machine) {
        if (count[machine] == on[machine].length) {
            on[machine] = Arrays.copyOf(on[machine], 2 * count[machine]);
        }
        position[process] = count[machine];
        on[machine][count[machine]++] = process;
    }

    void leave(int process, int machine) {
        int last = on[machine][--count[machine]];
        on[machine][position[process]] = last;
        position[last] = position[process];
    }

    int count(int machine) {
        return count[machine];
    }

    int at(int machine, int position) {
        return on[machine][position];
    }
}
