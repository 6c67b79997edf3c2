package org.caravan.solver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Leaves out hosts that no best placement needs. A host is dominated by others of its site that run the same forms, take whoever it takes,
 * have as much left and are not dearer. Where there are at least as many of these as tenants that might sit on any of them, one of
 * them is empty whenever the dominated host is in use: all that is on it can go there, with the same latencies and no higher
 * cost. A host on which a tenant is now stays: leaving it costs a move.
 */
final class Dominance {

    /** Hosts that nothing tells apart. */
    private record Kind(int site, int platform, long cpuFree, long memoryFree, long cents, Terms terms, BitSet takes) {

        boolean dominates(Kind other) {
            BitSet missing = (BitSet) other.takes.clone();
            missing.andNot(takes);
            return site == other.site && platform == other.platform && cpuFree >= other.cpuFree && memoryFree >= other.memoryFree
                    && cents <= other.cents && terms.asGoodAs(other.terms) && missing.isEmpty();
        }
    }

    private final PlacementTables tables;
    /** Lists of seats, each once; equal lists are one array. */
    private final List<int[]> lists = new ArrayList<>();
    private final Map<int[], Integer> listNumbers = new IdentityHashMap<>();
    private final Map<Integer, Integer> tenantsByList = new HashMap<>();
    private final BitSet left = new BitSet();

    private Dominance(PlacementTables tables) {
        this.tables = tables;
        for (Tenant tenant : tables.tenants()) {
            int number = listNumbers.computeIfAbsent(tenant.seats(), list -> {
                lists.add(list);
                return lists.size() - 1;
            });
            tenantsByList.merge(number, 1, Integer::sum);
        }
        left.set(0, tables.hosts());
    }

    /** Looked at once for the search, its certificate and the report's count. */
    static Dominance of(PlacementTables tables) {
        Dominance dominance = new Dominance(tables);
        // A formula may want more of what all else wants less of.
        if (!tables.utilities().any()) {
            dominance.leaveOut();
        }
        return dominance;
    }

    /** Hosts that are left, by index. */
    BitSet left() {
        return (BitSet) left.clone();
    }

    int leftOut() {
        return tables.hosts() - left.cardinality();
    }

    /** The same tables with tenants that may not sit on dominated hosts; the best score is the same. */
    PlacementTables without() {
        if (leftOut() == 0) {
            return tables;
        }
        Map<int[], int[]> shorter = new IdentityHashMap<>();
        return tables.withTenants(tables.tenants().stream()
                .map(tenant -> tenant.withSeats(shorter.computeIfAbsent(
                        tenant.seats(), list -> Arrays.stream(list).filter(left::get).toArray())))
                .toList());
    }

    private void leaveOut() {
        BitSet now = new BitSet();
        tables.tenants().stream().filter(tenant -> tenant.now() >= 0).forEach(tenant -> now.set(tenant.now()));
        Map<Kind, List<Integer>> hosts = new HashMap<>();
        Kind[] kinds = kinds();
        for (int host = 0; host < kinds.length; host++) {
            hosts.computeIfAbsent(kinds[host], any -> new ArrayList<>()).add(host);
        }
        Map<List<Integer>, List<Kind>> bySite = new HashMap<>();
        hosts.keySet().forEach(kind ->
                bySite.computeIfAbsent(List.of(kind.site(), kind.platform()), any -> new ArrayList<>()).add(kind));
        bySite.values().forEach(rivals -> {
            // A kind comes after all that dominate it, so that only hosts that are left are counted against it.
            rivals.sort(Comparator.comparingLong(Kind::cents)
                    .thenComparing(Comparator.comparingLong(Kind::cpuFree).reversed())
                    .thenComparing(Comparator.comparingLong(Kind::memoryFree).reversed())
                    .thenComparing(Kind::terms, Terms.BEST_FIRST)
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
        int tenants = takes.stream().map(list -> tenantsByList.get(list)).sum();
        for (int host : hosts.get(kind)) {
            if (better >= tenants && !now.get(host)) {
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
            for (int seat : lists.get(list)) {
                takes[seat].set(list);
            }
        }
        Kind[] kinds = new Kind[tables.hosts()];
        for (int host = 0; host < kinds.length; host++) {
            Seat seat = tables.seat(host);
            kinds[host] = new Kind(seat.site(), seat.platform(), seat.cpuFree(), seat.memoryFree(), seat.cents(), seat.terms(), takes[host]);
        }
        return kinds;
    }
}
