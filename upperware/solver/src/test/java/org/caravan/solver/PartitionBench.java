package org.caravan.solver;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.caravan.plan.PartitionAnswer;
import org.caravan.plan.PartitionJob;
import org.caravan.plan.PartitionPlanners;
import org.caravan.problem.PlacementProblem;

/**
 * What planning in partitions takes and yields on generated problems, whatever plans them one after the other: {@code PartitionBench [--sizes 1000x5000] [--seed 1] [--load roomy|tight]}.
 * Were each partition planned by a server of its own, a plan would take the coordinator's seconds and those of the slowest partition.
 */
final class PartitionBench {

    private static final String ROW = "%-11s %10s %8s %8s %8s %12s %8s %8s %12s %8s%n";
    private static final int[] COUNTS = {1, 4, 8};

    private PartitionBench() {}

    public static void main(String[] args) {
        BenchOptions options = BenchOptions.of("bench partitions", args, "sizes", "1000x5000,5000x10000", "seed", "1", "load", "roomy");
        System.out.printf("CPU-seconds; cost in points; gap: above the bound of the whole; load of the machine %.1f%n",
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        System.out.printf(ROW, "problem", "partitions", "first", "slowest", "all", "merged", "gap %", "polish", "cost", "gap %");
        for (BenchProblem.Size size : BenchProblem.Size.ALL) {
            if (List.of(options.get("sizes").split(",")).contains(size.toString())) {
                print(size, BenchProblem.of(size, Long.parseLong(options.get("seed")), options.get("load").equals("tight")));
            }
        }
    }

    private static void print(BenchProblem.Size size, PlacementProblem problem) {
        PlanningGround ground = PlanningGround.of(problem);
        PlacementTables tables = ground.searched();
        boolean[] all = Affected.all(tables);
        for (int count : COUNTS) {
            List<Double> took = new ArrayList<>();
            double begun = seconds();
            FirstSeating first = new FirstSeating(tables);
            Seating start = first.find();
            Seating merged = count == 1 ? start : new Partitions(oneByOne(took), 1, count).improved(problem, tables, start, all);
            double inPartitions = took.stream().mapToDouble(Double::doubleValue).sum();
            double before = seconds() - begun - inPartitions;
            Seating found = merged == start ? first.improved(start, all) : first.improved(merged, all, ClusterExchange.Patience.PART);
            double polish = seconds() - begun - inPartitions - before;
            long bound = new LowerBound(ground.tables()).below(found.soft());
            System.out.printf(Locale.ROOT, ROW, size, count, decimals(before), decimals(took.stream().mapToDouble(Double::doubleValue).max().orElse(0)),
                    decimals(before + inPartitions + polish), merged.soft(), gap(merged, bound), decimals(polish), found.soft(), gap(found, bound));
        }
    }

    private static String gap(Seating seating, long bound) {
        return String.format(Locale.ROOT, "%.3f", 100.0 * (seating.soft() - bound) / bound);
    }

    private static PartitionPlanners oneByOne(List<Double> took) {
        PartitionSearch search = new PartitionSearch();
        return (PartitionJob job) -> {
            double begun = seconds();
            PartitionAnswer answer = search.begin(job).answer();
            took.add(seconds() - begun);
            return CompletableFuture.completedFuture(answer);
        };
    }

    private static String decimals(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /** Of this thread. */
    private static double seconds() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
    }
}
