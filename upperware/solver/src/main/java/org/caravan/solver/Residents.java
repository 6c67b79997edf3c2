package org.caravan.solver;

import java.util.Arrays;

/** Who sits on each host, as a list per host: coming, going and looking at the next one cost a few steps. */
final class Residents {

    private final int[] firstOn;
    private final int[] nextOf;
    private final int[] beforeOf;

    Residents(int hosts, int tenants) {
        this.firstOn = new int[hosts];
        this.nextOf = new int[tenants];
        this.beforeOf = new int[tenants];
        Arrays.fill(firstOn, RunningScore.NONE);
    }

    void enter(int tenant, int host) {
        int next = firstOn[host];
        firstOn[host] = tenant;
        nextOf[tenant] = next;
        beforeOf[tenant] = RunningScore.NONE;
        if (next != RunningScore.NONE) {
            beforeOf[next] = tenant;
        }
    }

    void leave(int tenant, int host) {
        int next = nextOf[tenant];
        int before = beforeOf[tenant];
        if (before == RunningScore.NONE) {
            firstOn[host] = next;
        } else {
            nextOf[before] = next;
        }
        if (next != RunningScore.NONE) {
            beforeOf[next] = before;
        }
    }

    /** Any tenant of the host; {@link RunningScore#NONE} if nobody is there. */
    int first(int host) {
        return firstOn[host];
    }

    /** The next one on the same host; {@link RunningScore#NONE} after the last. */
    int next(int tenant) {
        return nextOf[tenant];
    }
}
