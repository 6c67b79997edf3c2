package org.caravan.solver.candidates;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.HostClasses;
import org.caravan.solver.model.PlacedInstance;

/** Symmetric hosts: hosts of the same class that accept the same instances and run none of them now. */
public final class HostSymmetry {

    private record Kind(int group, List<Integer> takes) {}

    /** Host indices, lists of at least two, ascending. */
    private final List<int[]> all;
    private final int hosts;

    public HostSymmetry(CompiledProblem tables) {
        this.hosts = tables.hosts();
        HostClasses groups = new HostClasses(tables);
        Set<Integer> now = new HashSet<>();
        List<List<Integer>> takes = new ArrayList<>();
        for (int host = 0; host < tables.hosts(); host++) {
            takes.add(new ArrayList<>());
        }
        Map<int[], Integer> lists = new IdentityHashMap<>();
        for (PlacedInstance instance : tables.instances()) {
            now.add(instance.now());
            if (lists.putIfAbsent(instance.positions(), lists.size()) == null) {
                Arrays.stream(instance.positions()).forEach(position -> takes.get(position).add(lists.get(instance.positions())));
            }
        }
        Map<Kind, List<Integer>> kinds = new LinkedHashMap<>();
        for (int host = 0; host < tables.hosts(); host++) {
            if (!now.contains(host)) {
                kinds.computeIfAbsent(new Kind(groups.of(host), takes.get(host)), any -> new ArrayList<>()).add(host);
            }
        }
        this.all = kinds.values().stream().filter(hosts -> hosts.size() > 1).map(hosts -> hosts.stream().mapToInt(host -> host).toArray())
                .toList();
    }

    public List<int[]> all() {
        return all;
    }

    /** By host: the first host that is interchangeable with it; the host itself if there is none. */
    public int[] firstOf() {
        int[] first = IntStream.range(0, hosts).toArray();
        all.forEach(alike -> Arrays.stream(alike).forEach(host -> first[host] = alike[0]));
        return first;
    }

    /** Returns an equivalent assignment that uses the first hosts of each list. @param positions by instance */
    public int[] firstOnes(int[] positions) {
        int[] moved = positions.clone();
        for (int[] hosts : all) {
            int[] used = Arrays.stream(hosts).filter(host -> Arrays.stream(positions).anyMatch(position -> position == host)).toArray();
            for (int instance = 0; instance < positions.length; instance++) {
                int place = Arrays.binarySearch(used, positions[instance]);
                moved[instance] = place >= 0 ? hosts[place] : moved[instance];
            }
        }
        return moved;
    }
}
