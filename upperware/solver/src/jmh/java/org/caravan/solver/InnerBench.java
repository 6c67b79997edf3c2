package org.caravan.solver;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The {@link InnerParts} by JMH as one table. {@code InnerBench [SIZES] [CSV]}, sizes as {@code 10x20,50x200}. */
final class InnerBench {

    private static final String ROW = "%-18s %-10s %14s %14s %14s%n";

    private InnerBench() {}

    public static void main(String[] args) throws RunnerException, IOException {
        OptionsBuilder options = new OptionsBuilder();
        options.include(InnerParts.class.getSimpleName()).verbosity(VerboseMode.SILENT).shouldFailOnError(true);
        if (args.length > 0 && !args[0].isEmpty()) {
            options.param("size", args[0].split(","));
        }
        List<String> csv = new ArrayList<>(List.of("part,size,us_per_call,error_us,calls_per_s"));
        System.out.println(
                "JMH, mean time of one call by the clock, 5 iterations of 1 s after 3 to warm up; error is the half of a 99.9 % interval; "
                + "load before "
                + decimals(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(), 1) + ", Java " + Runtime.version());
        System.out.printf(ROW, "part", "size", "µs", "± µs", "calls/s");
        for (RunResult run : new Runner(options.build()).run()) {
            Result<?> time = run.getPrimaryResult();
            String[] columns = {time.getLabel(), run.getParams().getParam("size"), decimals(time.getScore(), 3),
                    decimals(time.getScoreError(), 3),
                decimals(1e6 / time.getScore(), 0)};
            System.out.printf(ROW, (Object[]) columns);
            csv.add(String.join(",", columns));
        }
        if (args.length > 1) {
            Files.write(Path.of(args[1]), csv);
        }
    }

    private static String decimals(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
