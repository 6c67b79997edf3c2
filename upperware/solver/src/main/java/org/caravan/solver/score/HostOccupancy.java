package org.caravan.solver.score;

import java.util.Arrays;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.Position;

/** Instances of each host as linked lists, and open hosts of each site; all operations take constant time. */
public final class HostOccupancy {

    private final int[] firstOn;
    private final int[] nextOf;
    private final int[] beforeOf;
    private final CompiledProblem tables;
    /** By site: hosts with instances, unordered; only the first {@link #opened} entries are valid. */
    private final int[][] open;
    private final int[] opened;
    /** By host: its position among the open hosts of the site. */
    private final int[] placeOf;

    HostOccupancy(CompiledProblem tables) {
        int hosts = tables.hosts();
        int instances = tables.instances().size();
        this.tables = tables;
        this.open = new int[tables.sites()][4];
        this.opened = new int[open.length];
        this.placeOf = new int[hosts];
        this.firstOn = new int[hosts];
        this.nextOf = new int[instances];
        this.beforeOf = new int[instances];
        Arrays.fill(firstOn, Position.NONE);
    }

    void enter(int instance, int host) {
        int next = firstOn[host];
        firstOn[host] = instance;
        nextOf[instance] = next;
        beforeOf[instance] = Position.NONE;
        if (next != Position.NONE) {
            beforeOf[next] = instance;
        } else {
            opens(tables.position(host).site(), host);
        }
    }

    private void opens(int site, int host) {
        if (opened[site] == open[site].length) {
            open[site] = Arrays.copyOf(open[site], 2 * opened[site]);
        }
        placeOf[host] = opened[site];
        open[site][opened[site]++] = host;
    }

    private void closes(int site, int host) {
        int last = open[site][--opened[site]];
        open[site][placeOf[host]] = last;
        placeOf[last] = placeOf[host];
    }

    void leave(int instance, int host) {
        int next = nextOf[instance];
        int before = beforeOf[instance];
        if (before == Position.NONE) {
            firstOn[host] = next;
        } else {
            nextOf[before] = next;
        }
        if (next != Position.NONE) {
            beforeOf[next] = before;
        } else if (before == Position.NONE) {
            closes(tables.position(host).site(), host);
        }
    }

    /** Number of open hosts of the site. */
    public int openAt(int site) {
        return opened[site];
    }

    /** @param number below {@link #openAt} */
    public int open(int site, int number) {
        return open[site][number];
    }

    /** An instance on the host; {@link Position#NONE} if the host is empty. */
    public int first(int host) {
        return firstOn[host];
    }

    /** The next instance on the same host; {@link Position#NONE} after the last. */
    public int next(int instance) {
        return nextOf[instance];
    }
}
