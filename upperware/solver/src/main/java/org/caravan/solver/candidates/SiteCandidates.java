package org.caravan.solver.candidates;

import java.util.Arrays;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.DomainIndex;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.score.IncrementalScore;

/**
 * Hosts of a site considered for an instance at the current assignment. Of hundreds of hosts, few are open and most closed ones are
 * equivalent. Only the open hosts and the first closed host of each class are evaluated.
 */
public final class SiteCandidates {

    private final CompiledProblem tables;
    private final DomainIndex index;
    private final IncrementalScore score;

    public SiteCandidates(CompiledProblem tables, DomainIndex index, IncrementalScore score) {
        this.tables = tables;
        this.index = index;
        this.score = score;
    }

    /** Whether an open host at the site has capacity. */
    public boolean openHasRoom(PlacedInstance instance, int site) {
        for (int i = score.residents().openAt(site) - 1; i >= 0; i--) {
            int host = score.residents().open(site, i);
            if (score.memoryLeft(instance, host) >= 0 && index.may(instance.index(), host, site)) {
                return true;
            }
        }
        return false;
    }

    /** Open host with the least memory left after placement, the first among equal ones; -1 if none has capacity. */
    int fullest(PlacedInstance instance, int site) {
        int fullest = -1;
        long least = Long.MAX_VALUE;
        for (int i = score.residents().openAt(site) - 1; i >= 0; i--) {
            int host = score.residents().open(site, i);
            long left = score.memoryLeft(instance, host);
            boolean fuller = left >= 0 && (left < least || left == least && host < fullest);
            if (fuller && index.may(instance.index(), host, site)) {
                least = left;
                fullest = host;
            }
        }
        return fullest;
    }

    /** Cheapest closed host, the first among equal ones; -1 if none has capacity. */
    int cheapest(PlacedInstance instance, int site) {
        int cheapest = -1;
        for (int[] alike : index.kinds(instance.index(), site)) {
            int host = closed(alike);
            if (cheapest >= 0 && tables.position(alike[0]).cents() > tables.position(cheapest).cents()) {
                return cheapest;
            }
            if (host >= 0 && (cheapest < 0 || host < cheapest) && score.memoryLeft(instance, host) >= 0) {
                cheapest = host;
            }
        }
        return cheapest;
    }

    /** The first of these hosts without instances; -1 if there is none. */
    public int closed(int[] alike) {
        for (int host : alike) {
            if (!score.isOpen(host)) {
                return host;
            }
        }
        return -1;
    }

    @Override
    public String toString() {
        return Arrays.toString(tables.siteIds().toArray());
    }
}
