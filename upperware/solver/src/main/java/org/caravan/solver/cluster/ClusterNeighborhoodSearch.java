package org.caravan.solver.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.caravan.solver.model.Clusters;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.DomainIndex;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.solver.score.SearchProgress;

/**
 * Very large neighbourhood search: reassigns several clusters at once and keeps improvements. Clusters compete only for hosts and
 * addresses; reassigning one cluster at a time cannot free a host that is worth less to its current cluster. Either a cluster claims the
 * sites it would choose alone, and the displaced clusters are reassigned; or a few clusters that share hosts or sites are reassigned in
 * random order.
 */
public final class ClusterNeighborhoodSearch {

    private static final long SEED = 1;
    private static final int MOST_PASSES = 100;

    /** Termination rule: number of consecutive passes with little gain. */
    public enum Patience {
        WHOLE(12),
        /** For a partly movable application, in which other clusters keep their hosts; or if the partitions were already exchanged. */
        PART(2);

        private final int poorPasses;

        Patience(int poorPasses) {
            this.poorPasses = poorPasses;
        }
    }

    /** Minimum gain of a pass, as a fraction of the total cost; a pass with less counts as poor. */
    private static final double LEAST_GAIN = 5e-5;
    private static final int MOST_EVICTED = 3;

    private final CompiledProblem tables;
    private final DomainIndex index;
    private final Clusters clusters;
    private final ClusterSiteAssignment homes;
    private final IncrementalScore score;
    private final boolean[] movable;
    private final Random random = new Random(SEED);
    private final ClusterNeighbours neighbours;

    /** @param homes provides the score that is changed; @param movable by cluster */
    ClusterNeighborhoodSearch(CompiledProblem tables, DomainIndex index, Clusters clusters, ClusterSiteAssignment homes,
            boolean[] movable) {
        this.tables = tables;
        this.index = index;
        this.clusters = clusters;
        this.homes = homes;
        this.score = homes.score();
        this.movable = movable;
        this.neighbours = new ClusterNeighbours(tables, index, clusters, homes, movable, random);
    }

    void exchange(Patience patience) {
        int[] numbers = IntStream.range(0, movable.length).filter(number -> movable[number]).toArray();
        int poor = 0;
        for (int pass = 0; pass < MOST_PASSES && poor < patience.poorPasses && numbers.length > 1; pass++) {
            SearchProgress.look("exchanges places of clusters");
            long before = score.soft();
            for (int number : byRegret(numbers)) {
                betterOrAsBefore(Collections.singletonList(number), kept -> claim(number, kept));
            }
            for (int i = 0; i < numbers.length; i++) {
                List<Integer> few = neighbours.of(numbers[random.nextInt(numbers.length)]);
                betterOrAsBefore(few, kept -> neighbours.assignInAnyOrder(few));
            }
            poor = before - score.soft() <= before * LEAST_GAIN ? poor + 1 : 0;
        }
    }

    /** Returns the clusters that would gain from other sites, in descending order of regret. */
    private int[] byRegret(int[] numbers) {
        double[] regrets = new double[movable.length];
        for (int number : numbers) {
            regrets[number] = homes.regret(number);
        }
        return Arrays.stream(numbers).filter(number -> regrets[number] >= 1).boxed()
                .sorted(Comparator.comparingDouble(number -> -regrets[number]))
                .mapToInt(Integer::intValue).toArray();
    }

    private interface Change {
        /** @param kept snapshots of the removed clusters; a snapshot is added for each further cluster that is moved */
        void make(List<ClusterSnapshot> kept);
    }

    private void betterOrAsBefore(List<Integer> concerned, Change change) {
        long hard = score.hard();
        long soft = score.soft();
        List<ClusterSnapshot> kept = new ArrayList<>();
        concerned.forEach(number -> kept.add(homes.keep(number)));
        concerned.forEach(homes::unassign);
        change.make(kept);
        if (score.hard() > hard || score.hard() == hard && score.soft() > soft) {
            kept.forEach(one -> homes.unassign(one.number()));
            kept.forEach(ClusterSnapshot::sit);
        }
    }

    private void claim(int number, List<ClusterSnapshot> kept) {
        int[] wanted = homes.wanted(number);
        int[] cluster = clusters.all().get(number);
        for (int v = 0; v < cluster.length; v++) {
            PlacedInstance instance = tables.instance(cluster[v]);
            int host = roomy(instance, wanted[v]);
            int evicted = host < 0 && kept.size() <= MOST_EVICTED ? inTheWay(instance, wanted[v], number) : -1;
            if (evicted >= 0) {
                kept.add(homes.keep(evicted));
                homes.unassign(evicted);
                host = roomy(instance, wanted[v]);
            }
            if (host >= 0) {
                // Temporary placement, so that the next instance sees the host as occupied.
                score.place(instance.index(), host);
            }
        }
        homes.unassign(number);
        homes.position(number, wanted);
        kept.stream().skip(1).forEach(evicted -> homes.assignWell(evicted.number()));
    }

    /** Returns a host at the site that is open or free of charge and has capacity; -1 if there is none. */
    private int roomy(PlacedInstance instance, int site) {
        for (int host : index.at(instance.index(), site)) {
            Position position = tables.position(host);
            boolean free = position.cents() == 0 || score.isOpen(host);
            if (free && score.memoryLeft(instance, host) >= 0 && score.slots().has(instance, position)) {
                return host;
            }
        }
        return -1;
    }

    /** Returns a cluster with an instance on a host of the site that could take this instance; -1 if no cluster can be displaced. */
    private int inTheWay(PlacedInstance instance, int site, int number) {
        int[] hosts = Arrays.stream(index.at(instance.index(), site))
                .filter(host -> instance.memory(tables.position(host)) <= tables.position(host).memoryFree())
                .filter(host -> instance.cpu(tables.position(host)) <= tables.position(host).cpuFree())
                .filter(host -> neighbours.resident(host, List.of(number)) >= 0)
                .toArray();
        return hosts.length == 0 ? -1 : neighbours.resident(hosts[random.nextInt(hosts.length)], List.of(number));
    }
}
