package org.caravan.solver.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Feasible hosts of each instance, by site; shared by instances of one requirement class. Not thread-safe; belongs to one search. */
public final class DomainIndex {

    private final CompiledProblem tables;
    private final int[][][] bySite;
    /** By instance and site: hosts of each class, cheapest classes first; null until first used. */
    private final int[][][][] kinds;
    /** By instance and site; null until first used. */
    private final int[][][] groupsOf;
    /** Created on first use: for ten thousand hosts, it takes as long as placing all instances. */
    private HostClasses groups;

    public DomainIndex(CompiledProblem tables) {
        this.tables = tables;
        this.bySite = new int[tables.instances().size()][][];
        this.kinds = new int[bySite.length][][][];
        this.groupsOf = new int[bySite.length][][];
        Map<int[], Integer> firstOf = new IdentityHashMap<>();
        for (PlacedInstance instance : tables.instances()) {
            int first = firstOf.computeIfAbsent(instance.positions(), any -> instance.index());
            boolean met = first < instance.index();
            bySite[instance.index()] = met ? bySite[first] : split(instance.positions());
            kinds[instance.index()] = met ? kinds[first] : new int[tables.sites()][][];
        }
    }

    private int[][] split(int[] positions) {
        int[] counts = new int[tables.sites()];
        for (int position : positions) {
            counts[tables.position(position).site()]++;
        }
        int[][] split = new int[counts.length][];
        Arrays.setAll(split, site -> new int[counts[site]]);
        Arrays.fill(counts, 0);
        for (int position : positions) {
            int site = tables.position(position).site();
            split[site][counts[site]++] = position;
        }
        return split;
    }

    /** Ascending; can be empty. */
    public int[] at(int instance, int site) {
        return bySite[instance][site];
    }

    public boolean may(int instance, Position position) {
        return may(instance, position.index(), position.site());
    }

    /** @param site site of the host */
    public boolean may(int instance, int host, int site) {
        return Arrays.binarySearch(at(instance, site), host) >= 0;
    }

    public HostClasses groups() {
        if (groups == null) {
            groups = new HostClasses(tables);
        }
        return groups;
    }

    /** Host classes at the site with a feasible host for the instance. */
    public int[] groupsAt(PlacedInstance instance, int site) {
        int[][] known = groupsOf[instance.index()];
        if (known == null) {
            known = groups().bySite(instance);
            groupsOf[instance.index()] = known;
        }
        return known[site];
    }

    /** Feasible hosts at the site, grouped by class; cheap classes first. */
    public int[][] kinds(int instance, int site) {
        int[][][] known = kinds[instance];
        if (known[site] == null) {
            known[site] = kindsOf(at(instance, site));
        }
        return known[site];
    }

    private int[][] kindsOf(int[] hosts) {
        Map<Integer, List<Integer>> alike = new LinkedHashMap<>();
        for (int host : hosts) {
            alike.computeIfAbsent(groups().of(host), any -> new ArrayList<>()).add(host);
        }
        return alike.values().stream()
                .sorted(Comparator.comparingLong(kind -> tables.position(kind.get(0)).cents()))
                .map(kind -> kind.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }
}
