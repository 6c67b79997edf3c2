package org.caravan.solver.bound;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.build.TablesBuilder;
import org.caravan.solver.candidates.Interchangeable;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Seat;
import org.caravan.solver.model.Tenant;
import org.caravan.solver.paths.Rerouting;
import org.caravan.solver.score.RunningScore;
import org.caravan.solver.search.FirstSeating;
import org.caravan.solver.search.TenantOrder;

/** Decides with limited effort whether a problem has a placement that satisfies all hard constraints. */
public final class Feasibility {

    public enum Verdict {
        /** A placement was found. */
        YES,
        /** It is proved that there is no placement. */
        NO,
        /** There is no placement with the path choices tried, but there would be one if path capacity were unlimited. */
        NOT_BY_PATHS_TRIED,
        UNKNOWN
    }

    /** Limit on the placements tried in all checks together; a check that exceeds it returns {@code UNKNOWN}. */
    private static final long ALL_WORK = 4_000_000;
    private static final long WORK_OF_ONE = 300_000;

    private long left = ALL_WORK;

    public Verdict of(PlacementProblem problem) {
        PlacementTables tables = TablesBuilder.of(problem);
        if (impossible(tables)) {
            return Verdict.NO;
        }
        Verdict verdict = byTheirPaths(tables);
        if (verdict == Verdict.YES || !Wide.matters(tables)) {
            return verdict;
        }
        PlacementTables wide = Wide.of(tables);
        Verdict rerouted = byOtherPaths(problem, tables, wide, verdict);
        return rerouted != Verdict.NO || noneWhicheverPaths(problem, wide) ? rerouted : Verdict.NOT_BY_PATHS_TRIED;
    }

    private static boolean impossible(PlacementTables tables) {
        return tables.considered().queues().overload() > 0 || tables.tenants().stream().anyMatch(tenant -> tenant.seats().length == 0)
                || overfull(tables) || LeastMoney.exceedsLimit(tables);
    }

    private Verdict byTheirPaths(PlacementTables tables) {
        return tables.tenants().isEmpty() || new FirstSeating(tables).find().whole() ? Verdict.YES : attempted(tables);
    }

    private Verdict attempted(PlacementTables tables) {
        Attempt attempt = new Attempt(tables, Math.min(left, WORK_OF_ONE));
        Verdict verdict = attempt.verdict();
        left -= attempt.spent;
        return verdict;
    }

    /** Reroutes links, which can free capacity. @param before verdict for the paths of these tables */
    private Verdict byOtherPaths(PlacementProblem problem, PlacementTables tables, PlacementTables wide, Verdict before) {
        PlacementProblem rerouted = Rerouting.of(problem, tables, new FirstSeating(wide).find());
        if (rerouted == problem) {
            return before;
        }
        PlacementTables others = TablesBuilder.of(rerouted);
        if (impossible(others)) {
            return Verdict.NO;
        }
        Verdict verdict = byTheirPaths(others);
        return verdict == Verdict.YES || !Wide.matters(others) ? verdict : byOtherPaths(rerouted, others, Wide.of(others), verdict);
    }

    private boolean noneWhicheverPaths(PlacementProblem problem, PlacementTables wide) {
        return problem.infrastructure().sites().stream().allMatch(site -> site.accessPoints().size() <= 1) || attempted(wide) == Verdict.NO;
    }

    /** Whether the instances restricted to a set of hosts demand more than the total capacity of these hosts. */
    private static boolean overfull(PlacementTables tables) {
        Set<int[]> lists = new HashSet<>();
        tables.tenants().forEach(tenant -> lists.add(tenant.seats()));
        for (int[] list : lists) {
            BitSet among = new BitSet();
            Arrays.stream(list).forEach(among::set);
            long cpu = Arrays.stream(list).mapToLong(seat -> Math.max(0, tables.seat(seat).cpuFree())).sum();
            long memory = Arrays.stream(list).mapToLong(seat -> Math.max(0, tables.seat(seat).memoryFree())).sum();
            for (Tenant tenant : tables.tenants()) {
                if (Arrays.stream(tenant.seats()).allMatch(among::get)) {
                    cpu -= Arrays.stream(tenant.seats()).mapToLong(seat -> tenant.cpu(tables.seat(seat))).min().orElse(0);
                    memory -= Arrays.stream(tenant.seats()).mapToLong(seat -> tenant.memory(tables.seat(seat))).min().orElse(0);
                }
            }
            if (cpu < 0 || memory < 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Backtracking search over the hosts of each instance. A violated hard constraint is never repaired by placing further instances, so
     * the search prunes the branch.
     */
    private static final class Attempt {

        private final PlacementTables tables;
        private final RunningScore score;
        private final List<Tenant> order;
        /** Class number by host; empty hosts with the same number are interchangeable. */
        private final int[] kind;
        private final long limit;
        private long spent;

        Attempt(PlacementTables tables, long limit) {
            this.tables = tables;
            this.score = new RunningScore(tables);
            this.order = TenantOrder.scarcestFirst(tables);
            this.kind = new Interchangeable(tables).firstOf();
            this.limit = limit;
        }

        Verdict verdict() {
            if (score.hard() > 0) {
                return Verdict.NO;
            }
            boolean found = from(0);
            return found ? Verdict.YES : spent < limit ? Verdict.NO : Verdict.UNKNOWN;
        }

        private boolean from(int place) {
            if (place == order.size()) {
                return true;
            }
            Tenant tenant = order.get(place);
            Set<Integer> triedEmpty = new HashSet<>();
            for (int seat : tenant.seats()) {
                boolean likeOneBefore = !score.isOpen(seat) && !triedEmpty.add(kind[seat]);
                if (!likeOneBefore && spent < limit) {
                    spent++;
                    score.place(tenant.index(), seat);
                    if (score.hard() == 0 && from(place + 1)) {
                        return true;
                    }
                }
            }
            score.place(tenant.index(), Seat.NONE);
            return false;
        }
    }
}
