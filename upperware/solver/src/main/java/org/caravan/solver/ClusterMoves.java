package org.caravan.solver;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Ways in which annealing seats a few clusters anew: in any order; one of them elsewhere than where it costs least; or on a host that one opens and others use. */
final class ClusterMoves {

    private static final double OPENING = 0.1;
    private static final double ELSEWHERE = 0.4;
    /** How often hosts with most room are looked at, too: where a cluster finds them at once it finds nothing else, and where it never does it opens none with others. */
    private static final double ROOMIEST = 0.5;

    private final PlacementTables tables;
    private final SeatIndex index;
    private final Clusters clusters;
    private final ClusterHomes homes;
    private final RunningScore score;
    private final SiteHosts hosts;
    private final Random random;

    ClusterMoves(PlacementTables tables, SeatIndex index, Clusters clusters, ClusterHomes homes, Random random) {
        this.tables = tables;
        this.index = index;
        this.clusters = clusters;
        this.homes = homes;
        this.score = homes.score();
        this.hosts = new SiteHosts(tables, index, score);
        this.random = random;
    }

    /** Of clusters without seats. */
    void seat(List<Integer> few) {
        List<Integer> order = new ArrayList<>(few);
        Collections.shuffle(order, random);
        homes.roomiestToo(random.nextDouble() < ROOMIEST);
        double drawn = random.nextDouble();
        if (drawn < OPENING) {
            seatOnOpened(order.get(0), order.subList(1, order.size()));
        } else if (drawn < OPENING + ELSEWHERE) {
            seatElsewhere(order.get(0));
            order.subList(1, order.size()).forEach(homes::seatWell);
        } else {
            order.forEach(homes::seatWell);
        }
        homes.roomiestToo(false);
    }

    private void seatElsewhere(int number) {
        int[] best = homes.best(number);
        homes.seatAt(number, best[random.nextInt(best.length)]);
    }

    /** The first opens a host, whatever that costs it; then it sits where it likes, as others use the host or not. */
    private void seatOnOpened(int first, List<Integer> others) {
        homes.seatWell(first);
        int[] cluster = clusters.all().get(first);
        Tenant any = tables.tenant(cluster[random.nextInt(cluster.length)]);
        int site = tables.seat(score.seatOf(any.index())).site();
        int[][] kinds = index.kinds(any.index(), site);
        int host = kinds.length == 0 ? RunningScore.NONE : hosts.closed(kinds[random.nextInt(kinds.length)]);
        if (host != RunningScore.NONE) {
            gather(cluster, host, site);
        }
        others.forEach(homes::seatWell);
        homes.unseat(first);
        homes.seatWell(first);
    }

    /** Those of the cluster who are at the site go to the host, as many as it has room for. */
    private void gather(int[] cluster, int host, int site) {
        for (int tenant : cluster) {
            boolean there = tables.seat(score.seatOf(tenant)).site() == site && index.may(tenant, host, site);
            if (there && score.memoryLeft(tables.tenant(tenant), host) >= 0) {
                score.attempt(tenant, host);
            }
        }
    }
}
