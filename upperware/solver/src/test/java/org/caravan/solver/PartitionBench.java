package org.caravan.solver;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.caravan.plan.planner.PartitionAnswer;
import org.caravan.plan.planner.PartitionJob;
import org.caravan.plan.planner.PartitionPlanners;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.bound.LagrangianBound;
import org.caravan.solver.build.PreparedProblem;
import org.caravan.solver.partition.PartitionedSearch;
import org.caravan.solver.search.LocalSearch;

/**
 * What planning in partitions takes and yields on generated problems, whatever plans them one after the other: {@code PartitionBench
 * [--sizes 1000x5000] [--seed 1] [--load roomy|tight]}. Were each partition planned by a server of its own, a search would take the seconds
 * of who asks and those of the slowest partition, which makes tables of its own.
 */
final class PartitionBench {

    private static final String ROW = "%-11s %10s %8s %8s %8s %12s %8s  %s%n";
    private static final int[] COUNTS = {1, 2, 4, 8};

    private PartitionBench() {}

    public static void main(String[] args) {
        BenchOptions options = BenchOptions.of("bench partitions", args, "sizes", "1000x5000,5000x10000", "seed", "1", "load", "roomy");
        System.out.printf(
                "CPU-seconds of the search without the first tables; cost in points; gap: above the bound of the whole; load of the "
                + "machine %.1f%n",
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        System.out.printf(ROW, "problem", "partitions", "asks", "slowest", "all", "cost", "gap %", "");
        for (BenchProblem.Size size : BenchProblem.Size.ALL) {
            if (List.of(options.get("sizes").split(",")).contains(size.toString())) {
                print(size, BenchProblem.of(size, Long.parseLong(options.get("seed")), options.get("load").equals("tight")));
            }
        }
    }

    private static void print(BenchProblem.Size size, PlacementProblem problem) {
        PreparedProblem ground = PreparedProblem.of(problem);
        long bound = 0;
        for (int count : COUNTS) {
            List<Double> took = new ArrayList<>();
            double begun = seconds();
            LocalSearch.Found found = LocalSearch.of(ground, new PartitionedSearch(oneByOne(took), 1, count))
                    .find(ground.searched(), solver -> {});
            double all = seconds() - begun;
            long points = found.assignment().soft();
            bound = bound == 0 ? new LagrangianBound(ground.searched()).below(points) : bound;
            System.out.printf(Locale.ROOT, ROW, size, count, decimals(all - took.stream().mapToDouble(Double::doubleValue).sum()),
                    decimals(took.stream().mapToDouble(Double::doubleValue).max().orElse(0)), decimals(all), points,
                    String.format(Locale.ROOT, "%.3f", 100.0 * (points - bound) / bound), String.join("", found.notes()));
        }
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
