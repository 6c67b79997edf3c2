package org.caravan.solver.build;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.HostResources;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;

/**
 * Dominance pruning: removes hosts that no optimal placement needs. A host is dominated by hosts of the same site that run the same forms
 * and accept the same instances. They also have at least the same free capacity and do not cost more. If at least as many hosts dominate
 * it as there are instances for any of them, one of them is empty whenever the dominated host is used. All its instances can move there
 * with the same latencies and no higher cost. A host with a running instance is kept, because leaving it costs a move.
 */
public final class HostDominance {

    /** Class of indistinguishable hosts. */
    private record Kind(int site, int platform, long cpuFree, long memoryFree, long cents, HostResources terms, BitSet takes) {

        boolean dominates(Kind other) {
            BitSet missing = (BitSet) other.takes.clone();
            missing.andNot(takes);
            return site == other.site && platform == other.platform && cpuFree >= other.cpuFree && memoryFree >= other.memoryFree
                    && cents <= other.cents && terms.asGoodAs(other.terms) && missing.isEmpty();
        }
    }

    private final CompiledProblem tables;
    /** Distinct lists of feasible hosts; equal lists share one array. */
    private final List<int[]> lists = new ArrayList<>();
    private final Map<int[], Integer> listNumbers = new IdentityHashMap<>();
    private final Map<Integer, Integer> instancesByList = new HashMap<>();
    private final BitSet left = new BitSet();

    private HostDominance(CompiledProblem tables) {
        this.tables = tables;
        for (PlacedInstance instance : tables.instances()) {
            int number = listNumbers.computeIfAbsent(instance.positions(), list -> {
                lists.add(list);
                return lists.size() - 1;
            });
            instancesByList.merge(number, 1, Integer::sum);
        }
        left.set(0, tables.hosts());
    }

    /** Computed once for the search, its certificate and the count in the report. */
    public static HostDominance of(CompiledProblem tables) {
        HostDominance dominance = new HostDominance(tables);
        // A utility formula may prefer more of a resource that all other terms minimise.
        if (!tables.utilities().any()) {
            dominance.leaveOut();
        }
        return dominance;
    }

    /** Indices of the remaining hosts. */
    BitSet left() {
        return (BitSet) left.clone();
    }

    public int leftOut() {
        return tables.hosts() - left.cardinality();
    }

    /** Returns the tables without dominated hosts in the domains of the instances; the best score is unchanged. */
    public CompiledProblem without() {
        if (leftOut() == 0) {
            return tables;
        }
        Map<int[], int[]> shorter = new IdentityHashMap<>();
        return tables.withInstances(tables.instances().stream()
                .map(instance -> instance.withPositions(shorter.computeIfAbsent(
                        instance.positions(), list -> Arrays.stream(list).filter(left::get).toArray())))
                .toList());
    }

    private void leaveOut() {
        BitSet now = new BitSet();
        tables.instances().stream().filter(instance -> instance.now() >= 0).forEach(instance -> now.set(instance.now()));
        Map<Kind, List<Integer>> hosts = new HashMap<>();
        Kind[] kinds = kinds();
        for (int host = 0; host < kinds.length; host++) {
            hosts.computeIfAbsent(kinds[host], any -> new ArrayList<>()).add(host);
        }
        Map<List<Integer>, List<Kind>> bySite = new HashMap<>();
        hosts.keySet().forEach(kind ->
                bySite.computeIfAbsent(List.of(kind.site(), kind.platform()), any -> new ArrayList<>()).add(kind));
        bySite.values().forEach(rivals -> {
            // Each class comes after all classes that dominate it, so only remaining hosts are counted.
            rivals.sort(Comparator.comparingLong(Kind::cents)
                    .thenComparing(Comparator.comparingLong(Kind::cpuFree).reversed())
                    .thenComparing(Comparator.comparingLong(Kind::memoryFree).reversed())
                    .thenComparing(Kind::terms, HostResources.BEST_FIRST)
                    .thenComparing(Comparator.comparingInt((Kind kind) -> kind.takes().cardinality()).reversed()));
            rivals.forEach(kind -> leaveOut(kind, rivals, hosts, now));
        });
    }

    private void leaveOut(Kind kind, List<Kind> rivals, Map<Kind, List<Integer>> hosts, BitSet now) {
        BitSet takes = new BitSet();
        int better = 0;
        for (Kind rival : rivals) {
            if (rival != kind && rival.dominates(kind)) {
                better += (int) hosts.get(rival).stream().filter(left::get).count();
                takes.or(rival.takes());
            }
        }
        takes.or(kind.takes());
        int instances = takes.stream().map(list -> instancesByList.get(list)).sum();
        for (int host : hosts.get(kind)) {
            if (better >= instances && !now.get(host)) {
                left.clear(host);
            } else {
                better++;
            }
        }
    }

    private Kind[] kinds() {
        BitSet[] takes = new BitSet[tables.hosts()];
        Arrays.setAll(takes, any -> new BitSet());
        for (int list = 0; list < lists.size(); list++) {
            for (int position : lists.get(list)) {
                takes[position].set(list);
            }
        }
        Kind[] kinds = new Kind[tables.hosts()];
        for (int host = 0; host < kinds.length; host++) {
            Position position = tables.position(host);
            kinds[host] = new Kind(position.site(), position.platform(), position.cpuFree(), position.memoryFree(), position.cents(),
                    position.terms(), takes[host]);
        }
        return kinds;
    }
}
