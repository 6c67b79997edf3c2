package org.caravan.solver;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.bound.LagrangianBound;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.score.Assignment;

/**
 * The planner beside what people would use instead, on generated problems of six sizes: a table, and the same as CSV.
 * {@code PlannerBench [--sizes 10x20,50x200] [--seconds 10] [--seed 1] [--load roomy|tight] [--cpsat SIZES] [--replan SIZES] [--csv FILE]}
 */
final class PlannerBench {

    private static final String ROW = "%-11s %-18s %9s %10s %8s %8s %8s %8s %10s %10s %6s %5s  %s%n";
    private static final double[] AFTER = {1, 10, 60};

    private final BenchOptions options;
    private final PrintStream out;
    private final List<String> csv = new ArrayList<>(
            List.of("problem,load,seed,method,first_feasible_s,cost_1s,cost_10s,cost_60s,cost,bound,gap_1s_percent,gap_10s_percent,"
                    + "gap_60s_percent,above_best_percent,calculations_per_s,tried_per_s,live_mb,machine_load,note"));

    private PlannerBench(BenchOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    public static void main(String[] args) throws IOException {
        new PlannerBench(BenchOptions.of("bench planner", args, "sizes", "10x20,50x200,100x400,200x1000,1000x5000,5000x10000", "seconds",
                "10", "seed", "1",
                "load", "roomy", "csv", "", "cpsat", "50x200", "replan", "200x1000,1000x5000"), System.out).run();
    }

    private void run() throws IOException {
        out.println("CPU-seconds of the solving thread, tables included; cost in points (1 = 0.01 EUR/month or 0.01 ms × weight); load "
                + options.get("load") + ", seed " + options.get("seed") + ", Java " + Runtime.version()
                + "\ngap: above the bound that the planner proved; best: above the least"
                + " that any method found in this run; MB: live on the heap of " + Runtime.getRuntime().maxMemory() / 1_000_000
                + "; load: of the machine, over the last minute");
        out.printf(ROW, "problem", "method", "feasible", "cost", "gap@1s", "gap@10s", "gap@60s", "best %", "calcs/s", "tried/s", "MB",
                "load", "");
        for (BenchProblem.Size size : BenchProblem.Size.ALL) {
            if (Arrays.asList(options.get("sizes").split(",")).contains(size.toString())) {
                size(size);
            }
        }
        out.println();
        for (BenchProblem.Size size : BenchProblem.Size.ALL) {
            if (Arrays.asList(options.get("replan").split(",")).contains(size.toString())) {
                PlacementProblem problem = BenchProblem.of(size, Long.parseLong(options.get("seed")), options.get("load").equals("tight"));
                new BenchReplan(problem, Double.parseDouble(options.get("seconds"))).print(size, out);
            }
        }
        if (!options.get("csv").isEmpty()) {
            Files.write(Path.of(options.get("csv")), csv);
        }
    }

    private void size(BenchProblem.Size size) {
        PlacementProblem problem = BenchProblem.of(size, Long.parseLong(options.get("seed")), options.get("load").equals("tight"));
        BenchSearches searches = new BenchSearches(Double.parseDouble(options.get("seconds")));
        List<BenchTrace> traces = new ArrayList<>();
        BenchTrace own = new BenchTrace("caravan");
        CompiledProblem tables = ProblemCompiler.of(problem);
        double reckoned = own.seconds();
        Assignment found = searches.own(tables, own);
        double before = own.seconds();
        long bound = found.whole() ? new LagrangianBound(tables).below(found.soft()) : 0;
        own.note(String.format(Locale.ROOT, "tables %.3f s; bound %d in %.2f s", reckoned, bound, own.seconds() - before));
        own.end();
        traces.add(own);
        traces.add(chooser("first fit decr.", problem, BenchChoosers::firstFitDecreasing));
        traces.add(chooser("cheapest", problem, BenchChoosers::cheapest));
        traces.add(chooser("nearest", problem, BenchChoosers::nearest));
        BenchTrace box = new BenchTrace("optaplanner as is");
        searches.outOfTheBox(ProblemCompiler.of(problem), box);
        box.end();
        traces.add(box);
        if (Arrays.asList(options.get("cpsat").split(",")).contains(size.toString())) {
            BenchTrace cpSat = new BenchTrace("cp-sat, 1 worker");
            try {
                new BenchCpSat(ProblemCompiler.of(problem), cpSat).solve(Double.parseDouble(options.get("seconds")));
            } catch (UnsatisfiedLinkError | RuntimeException e) {
                cpSat.note("SKIPPED: no native library of OR-tools for this machine: " + e.getMessage());
            }
            cpSat.end();
            traces.add(cpSat);
        }
        long least = traces.stream().flatMapToLong(trace -> trace.best(Double.MAX_VALUE).stream()).min().orElse(0);
        traces.forEach(trace -> row(size, trace, bound, least));
    }

    private interface Chooser {
        Assignment choose(BenchChoosers choosers);
    }

    private BenchTrace chooser(String name, PlacementProblem problem, Chooser chooser) {
        BenchTrace trace = new BenchTrace(name);
        CompiledProblem tables = ProblemCompiler.of(problem);
        Assignment chosen = chooser.choose(new BenchChoosers(tables));
        trace.reached(chosen.hard(), chosen.soft());
        trace.note(chosen.whole() ? "" : "breaks obligations by " + chosen.hard());
        trace.end();
        return trace;
    }

    private void row(BenchProblem.Size size, BenchTrace trace, long bound, long least) {
        OptionalLong best = trace.best(Double.MAX_VALUE);
        String feasible = trace.firstFeasible().isPresent() ? decimals(trace.firstFeasible().getAsDouble(), 3) : "none";
        String calculations = perSecond(trace.calculationsPerSecond());
        String tried = perSecond(trace.triedPerSecond());
        String megabytes = decimals(trace.liveMegabytes(), 0);
        String load = decimals(trace.load(), 1);
        OptionalLong[] costs = Arrays.stream(AFTER).mapToObj(seconds -> cost(trace, seconds)).toArray(OptionalLong[]::new);
        String[] gaps = Arrays.stream(costs).map(cost -> above(cost, bound)).toArray(String[]::new);
        out.printf(ROW, size, trace.method(), feasible, words(best), gaps[0], gaps[1], gaps[2], above(best, least), calculations, tried,
                megabytes, load,
                trace.note());
        csv.add(String.join(",", size.toString(), options.get("load"), options.get("seed"), trace.method().replace(",", ""), feasible,
                words(costs[0]), words(costs[1]), words(costs[2]), words(best), Long.toString(bound), gaps[0], gaps[1], gaps[2],
                        above(best, least),
                calculations, tried, megabytes, load, trace.note().replace(',', ';')));
    }

    private static String perSecond(double rate) {
        return Double.isNaN(rate) ? "-" : decimals(rate, 0);
    }

    private static String words(OptionalLong cost) {
        return cost.isPresent() ? Long.toString(cost.getAsLong()) : "-";
    }

    /** In percent; a dash where one of them is not known. */
    private static String above(OptionalLong cost, long base) {
        return cost.isPresent() && base > 0 ? decimals(100.0 * (cost.getAsLong() - base) / base, 3) : "-";
    }

    /** Empty where the method was ended before. */
    private static OptionalLong cost(BenchTrace trace, double seconds) {
        OptionalLong best = trace.best(seconds);
        boolean known = best.isPresent() && (trace.ended() >= seconds * 0.99 || Double.isNaN(trace.calculationsPerSecond()));
        return known ? best : OptionalLong.empty();
    }

    private static String decimals(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
