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
        this.parent = new int[tables.tenants().size()];
        Arrays.setAll(parent, tenant -> tenant);
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
        int[] ofJourney = new int[tables.journeys().size()];
        Arrays.fill(ofJourney, -1);
        for (RequestHop hop : tables.hops()) {
            int journey = hop.journey().index();
            ofJourney[journey] = ofJourney[journey] < 0 ? hop.to() : ofJourney[journey];
            parent[root(hop.to())] = root(ofJourney[journey]);
        }
        Map<Integer, List<Integer>> members = new TreeMap<>();
        for (int tenant = 0; tenant < parent.length; tenant++) {
            members.computeIfAbsent(root(tenant), any -> new ArrayList<>()).add(tenant);
        }
        this.clusterOf = new int[parent.length];
        members.values().forEach(this::add);
    }

    private void add(List<Integer> members) {
        members.forEach(tenant -> clusterOf[tenant] = all.size());
        all.add(alongCalls(members));
    }

    private int root(int tenant) {
        int up = tenant;
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

    /** By cluster: whether it is movable. @param tenants by instance; a cluster is movable only if all its instances are */
    public boolean[] movable(boolean[] tenants) {
        boolean[] movable = new boolean[all.size()];
        for (int number = 0; number < movable.length; number++) {
            movable[number] = Arrays.stream(all.get(number)).allMatch(tenant -> tenants[tenant]);
        }
        return movable;
    }

    public int of(int tenant) {
        return clusterOf[tenant];
    }

    /** Returns the clusters in descending order of difficulty: clusters with an SLO first, then by memory demand. */
    public List<int[]> hardestFirst() {
        boolean[] promised = new boolean[all.size()];
        tables.hops().forEach(hop -> promised[clusterOf[hop.to()]] = true);
        long[] memory = new long[all.size()];
        Map<Demand, Long> most = new IdentityHashMap<>();
        for (PlacedInstance tenant : tables.tenants()) {
            memory[clusterOf[tenant.index()]] += most.computeIfAbsent(tenant.demand(), any -> tenant.mostMemory());
        }
        return IntStream.range(0, all.size()).boxed()
                .sorted(Comparator.<Integer>comparingInt(number -> promised[number] ? 0 : 1).thenComparingLong(number -> -memory[number]))
                .map(all::get).toList();
    }

    private int[] alongCalls(List<Integer> members) {
        Set<Integer> order = new LinkedHashSet<>();
        members.stream().filter(tenant -> tables.tenant(tenant).seats().length == 1).forEach(order::add);
        List<Integer> wave = new ArrayList<>();
        for (int tenant : members) {
            for (LinkModel link : tables.linksOf()[tenant]) {
                if (link.from() >= parent.length) {
                    wave.add(tenant);
                }
            }
        }
        Set<Integer> met = new LinkedHashSet<>();
        for (int at = 0; at < wave.size(); at++) {
            int tenant = wave.get(at);
            if (met.add(tenant)) {
                for (LinkModel link : tables.linksOf()[tenant]) {
                    if (link.from() == tenant) {
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
