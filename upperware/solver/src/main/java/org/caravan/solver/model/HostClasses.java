package org.caravan.solver.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Host equivalence classes: hosts of one site and platform with equal free capacity and price. The score does not distinguish hosts of a
 * class, so a bound needs only their number.
 */
public final class HostClasses {

    private record Group(int site, int platform, long cpuFree, long memoryFree, long cents, HostResources terms) {}

    private final CompiledProblem tables;
    private final int[] groupOf;
    private final List<Position> representatives = new ArrayList<>();
    private final List<Integer> counts = new ArrayList<>();
    /** By list of feasible hosts, then by site: classes. */
    private final Map<int[], int[][]> classes = new IdentityHashMap<>();

    public HostClasses(CompiledProblem tables) {
        this.tables = tables;
        this.groupOf = new int[tables.hosts()];
        Map<Group, Integer> numbers = new HashMap<>();
        for (int host = 0; host < groupOf.length; host++) {
            Position position = tables.position(host);
            Group group = new Group(position.site(), position.platform(), position.cpuFree(), position.memoryFree(), position.cents(),
                    position.terms());
            groupOf[host] = numbers.computeIfAbsent(group, unknown -> number(position));
            counts.set(groupOf[host], counts.get(groupOf[host]) + 1);
        }
    }

    private int number(Position first) {
        representatives.add(first);
        counts.add(0);
        return counts.size() - 1;
    }

    public int size() {
        return counts.size();
    }

    public int hosts(int group) {
        return counts.get(group);
    }

    public int of(int host) {
        return groupOf[host];
    }

    /** A representative host of the class. */
    public Position position(int group) {
        return representatives.get(group);
    }

    /** Classes that contain feasible hosts of the instance, by site. */
    public int[][] bySite(PlacedInstance instance) {
        return classes.computeIfAbsent(instance.positions(), this::split);
    }

    private int[][] split(int[] positions) {
        boolean[] met = new boolean[size()];
        List<List<Integer>> lists = new ArrayList<>();
        for (int site = 0; site < tables.sites(); site++) {
            lists.add(new ArrayList<>());
        }
        for (int position : positions) {
            int group = groupOf[position];
            if (!met[group]) {
                met[group] = true;
                lists.get(tables.position(position).site()).add(group);
            }
        }
        return lists.stream().map(list -> list.stream().mapToInt(Integer::intValue).toArray()).toArray(int[][]::new);
    }
}
