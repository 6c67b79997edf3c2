package org.caravan.solver.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Partition of the instances into clusters connected by links, SLOs or affinities. Different clusters compete only for hosts, so each can
 * be assigned separately.
 */
public final class Clusters {

    private final CompiledProblem tables;
    private final int[] parent;
    private final List<int[]> all = new ArrayList<>();
    private final int[] clusterOf;

    public Clusters(CompiledProblem tables) {
        this.tables = tables;
        this.parent = new int[tables.instances().size()];
        Arrays.setAll(parent, instance -> instance);
        for (LinkModel link : tables.links()) {
            if (link.from() < parent.length) {
                parent[root(link.from())] = root(link.to());
            }
        }
        for (AntiAffinityPair pair : tables.separated()) {
            parent[root(pair.one())] = root(pair.other());
        }
        for (Affinity coupled : tables.couplings().all()) {
            for (int other : coupled.others()) {
                parent[root(coupled.one())] = root(other);
            }
        }
        int[] ofRequestPath = new int[tables.requestPaths().size()];
        Arrays.fill(ofRequestPath, -1);
        for (RequestHop hop : tables.hops()) {
            int requestPath = hop.requestPath().index();
            ofRequestPath[requestPath] = ofRequestPath[requestPath] < 0 ? hop.to() : ofRequestPath[requestPath];
            parent[root(hop.to())] = root(ofRequestPath[requestPath]);
        }
        Map<Integer, List<Integer>> members = new TreeMap<>();
        for (int instance = 0; instance < parent.length; instance++) {
            members.computeIfAbsent(root(instance), any -> new ArrayList<>()).add(instance);
        }
        this.clusterOf = new int[parent.length];
        members.values().forEach(this::add);
    }

    private void add(List<Integer> members) {
        members.forEach(instance -> clusterOf[instance] = all.size());
        all.add(alongCalls(members));
    }

    private int root(int instance) {
        int up = instance;
        while (parent[up] != up) {
            parent[up] = parent[parent[up]];
            up = parent[up];
        }
        return up;
    }

    /** Each cluster lists the instances with a single feasible host first, then follows the calls from the users inwards. */
    public List<int[]> all() {
        return all;
    }

    /** By cluster: whether it is movable. @param instances by instance; a cluster is movable only if all its instances are */
    public boolean[] movable(boolean[] instances) {
        boolean[] movable = new boolean[all.size()];
        for (int number = 0; number < movable.length; number++) {
            movable[number] = Arrays.stream(all.get(number)).allMatch(instance -> instances[instance]);
        }
        return movable;
    }

    public int of(int instance) {
        return clusterOf[instance];
    }

    /** Returns the clusters in descending order of difficulty: clusters with an SLO first, then by memory demand. */
    public List<int[]> hardestFirst() {
        boolean[] promised = new boolean[all.size()];
        tables.hops().forEach(hop -> promised[clusterOf[hop.to()]] = true);
        long[] memory = new long[all.size()];
        Map<Demand, Long> most = new IdentityHashMap<>();
        for (PlacedInstance instance : tables.instances()) {
            memory[clusterOf[instance.index()]] += most.computeIfAbsent(instance.demand(), any -> instance.mostMemory());
        }
        return IntStream.range(0, all.size()).boxed()
                .sorted(Comparator.<Integer>comparingInt(number -> promised[number] ? 0 : 1).thenComparingLong(number -> -memory[number]))
                .map(all::get).toList();
    }

    private int[] alongCalls(List<Integer> members) {
        Set<Integer> order = new LinkedHashSet<>();
        members.stream().filter(instance -> tables.instance(instance).positions().length == 1).forEach(order::add);
        List<Integer> wave = new ArrayList<>();
        for (int instance : members) {
            for (LinkModel link : tables.linksOf()[instance]) {
                if (link.from() >= parent.length) {
                    wave.add(instance);
                }
            }
        }
        Set<Integer> met = new LinkedHashSet<>();
        for (int at = 0; at < wave.size(); at++) {
            int instance = wave.get(at);
            if (met.add(instance)) {
                for (LinkModel link : tables.linksOf()[instance]) {
                    if (link.from() == instance) {
                        wave.add(link.to());
                    }
                }
            }
        }
        order.addAll(met);
        order.addAll(members);
        return order.stream().mapToInt(Integer::intValue).toArray();
    }
}
