package org.caravan.solver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.caravan.solver.RobustnessComparison.Row;

/**
 * Whether it pays to count confidence intervals of measurements: {@code RobustnessBench [--problems 200] [--levels 0.25,0.5,1] [--seed 1]
 * [--csv FILE]}. Equal seeds give equal tables.
 */
final class RobustnessBench {

    private static final String ROW = "%-16s %10s %8s %8s %8s %14s %18s %20s %20s%n";

    private RobustnessBench() {}

    public static void main(String[] args) throws IOException {
        BenchOptions options = BenchOptions.of("bench robustness", args, "problems", "200", "levels", "0.25,0.5,1", "seed", "1", "csv", "");
        double[] levels = Arrays.stream(options.get("levels").split(",")).mapToDouble(Double::parseDouble).toArray();
        List<String> csv = new ArrayList<>(List.of(
                "error,robustness,problems,promises,unsure,broken,over_percent,worst_over_percent,regret_percent,worst_regret_percent,"
                + "broken_more_per_problem,broken_more_half_width95,regret_more_percent,regret_more_half_width95"));
        System.out.println(
                "problems planned from wrong measurements, scored under the truth beside the plan that knew it; robustness 0 ignores "
                + "intervals;\n"
                + "over: beyond the limit of a broken promise; regret: points more than who knew the truth; more: paired, than robustness "
                        + "0, with the 95 % interval of the mean");
        System.out.printf(ROW, "wrong by", "robustness", "promises", "broken", "unsure", "over %, worst", "regret %, worst",
                "more broken/problem", "more regret %");
        for (NoisyNetwork.Error error : NoisyNetwork.Error.values()) {
            for (Row row : RobustnessComparison.of(error, Long.parseLong(options.get("seed")), Integer.parseInt(options.get("problems")),
                    levels)) {
                System.out.printf(ROW, error, row.robustness(), row.promises(), row.broken(), row.unsure(),
                        pair(row.overPercent().mean(), row.worstOver()),
                        pair(row.regretPercent().mean(), row.worstRegret()),
                                around(row.brokenMore().mean(), row.brokenMore().halfWidth95()),
                        around(row.regretMore().mean(), row.regretMore().halfWidth95()));
                csv.add(String.format(Locale.ROOT, "%s,%.2f,%d,%d,%d,%d,%.3f,%.3f,%.3f,%.3f,%.4f,%.4f,%.4f,%.4f", error, row.robustness(),
                        row.problems(), row.promises(),
                        row.unsure(), row.broken(), row.overPercent().mean(), row.worstOver(), row.regretPercent().mean(),
                                row.worstRegret(), row.brokenMore().mean(),
                        row.brokenMore().halfWidth95(), row.regretMore().mean(), row.regretMore().halfWidth95()));
            }
        }
        if (!options.get("csv").isEmpty()) {
            Files.write(Path.of(options.get("csv")), csv);
        }
    }

    private static String pair(double mean, double worst) {
        return String.format(Locale.ROOT, "%.2f, %.1f", mean, worst);
    }

    private static String around(double mean, double halfWidth) {
        return String.format(Locale.ROOT, "%.3f ± %.3f", mean, halfWidth);
    }
}
