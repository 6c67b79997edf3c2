package org.caravan.solver.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.HostClasses;
import org.caravan.solver.model.PlacedInstance;

/**
 * Resource shares of partitions. Each partition owns the hosts on which its instances run and a disjoint share of all unused resources
 * (hosts, addresses, quotas, budget, uplinks). So the partitions together never exceed the available resources.
 */
final class PartitionQuotas {

    /**
     * Weight of instances at a site: partitions with instances there get most of the free resources, other partitions get a small share.
     */
    private static final int AT_HOME = 8;

    private final CompiledProblem tables;
    private final int[] positions;
    private final Partitioner partitioning;
    private final HostClasses groups;
    /** Number of instances by site, by partition. */
    private final long[][] instancesAt;
    /** Number of instances by partition. */
    private final long[] instances;
    private final int[] ownerOf;

    PartitionQuotas(CompiledProblem tables, int[] positions, Partitioner partitioning) {
        this.tables = tables;
        this.positions = positions;
        this.partitioning = partitioning;
        this.groups = new HostClasses(tables);
        this.instancesAt = new long[tables.sites()][partitioning.count()];
        this.instances = new long[partitioning.count()];
        this.ownerOf = new int[tables.hosts()];
        for (int instance = 0; instance < positions.length; instance++) {
            int number = partitioning.ofInstance()[instance];
            if (number >= 0) {
                instancesAt[tables.position(positions[instance]).site()][number]++;
                instances[number]++;
            }
        }
        own();
    }

    /** Partition that can add instances to the host; instances already there can stay. */
    int ownerOf(int host) {
        return ownerOf[host];
    }

    private void own() {
        int[][] on = new int[tables.hosts()][];
        for (int instance = 0; instance < positions.length; instance++) {
            int number = partitioning.ofInstance()[instance];
            if (number >= 0) {
                on[positions[instance]] = on[positions[instance]] == null ? new int[partitioning.count()] : on[positions[instance]];
                on[positions[instance]][number]++;
            }
        }
        Map<List<Integer>, List<Integer>> free = new HashMap<>();
        BitSet wanted = wanted();
        for (int host = 0; host < on.length; host++) {
            if (on[host] == null && wanted.get(host)) {
                free.computeIfAbsent(List.of(tables.position(host).site(), groups.of(host)), any -> new ArrayList<>()).add(host);
            } else if (on[host] != null) {
                ownerOf[host] = most(on[host]);
            }
        }
        free.forEach((kind, hosts) -> {
            int[] dealt = dealt(hosts.size(), weights(kind.get(0)));
            for (int i = 0; i < dealt.length; i++) {
                ownerOf[hosts.get(i)] = dealt[i];
            }
        });
    }

    /** Hosts that movable instances can use; dominated hosts would be a worthless share. */
    private BitSet wanted() {
        BitSet wanted = new BitSet();
        Set<int[]> met = Collections.newSetFromMap(new IdentityHashMap<>());
        for (PlacedInstance instance : tables.instances()) {
            if (partitioning.ofInstance()[instance.index()] >= 0 && met.add(instance.positions())) {
                Arrays.stream(instance.positions()).forEach(wanted::set);
            }
        }
        return wanted;
    }

    private static int most(int[] counts) {
        int most = 0;
        for (int number = 1; number < counts.length; number++) {
            most = counts[number] > counts[most] ? number : most;
        }
        return most;
    }

    private long[] weights(int site) {
        return Arrays.stream(instancesAt[site]).map(there -> AT_HOME * there + 1).toArray();
    }

    /** Distributes units in proportion to the weights. @return owner of each unit */
    private static int[] dealt(int count, long[] weights) {
        long all = Arrays.stream(weights).sum();
        long[] given = new long[weights.length];
        int[] dealt = new int[count];
        for (int i = 0; i < count; i++) {
            int next = 0;
            for (int number = 1; number < weights.length; number++) {
                next = weights[number] * (i + 1) - given[number] * all > weights[next] * (i + 1) - given[next] * all ? number : next;
            }
            dealt[i] = next;
            given[next]++;
        }
        return dealt;
    }

    /** Share of the free addresses of a site. */
    long addresses(int number, int site, int left) {
        return Arrays.stream(dealt(Math.max(0, left), weights(site))).filter(whose -> whose == number).count();
    }

    /** Share of a resource that is free for all, rounded down. */
    long of(int number, long left) {
        long all = Arrays.stream(instances).sum();
        return left <= 0 ? 0 : left / all * instances[number] + left % all * instances[number] / all;
    }
}
