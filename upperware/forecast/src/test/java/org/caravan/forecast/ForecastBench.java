package org.caravan.forecast;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Forecasts of seasonal series compared with seasonal naive: method and parameters are chosen without the newest two seasons, of which each
 * interval is then forecast from all that are older. The file has three lines per series: title, season, values.
 */
final class ForecastBench {

    private static final int SEASONS = 2;
    private static final int LONGEST = 1_500;

    private ForecastBench() { }

    public static void main(String[] arguments) throws IOException {
        List<String> lines = Files.readAllLines(Path.of(arguments[0]));
        int better = 0;
        System.out.printf(Locale.ROOT, "%-36s %10s %12s %7s %8s %7s%n", "root mean square error, 1 ahead", "forecast", "naive", "ratio",
                "in band", "s");
        for (int line = 0; line + 2 < lines.size(); line += 3) {
            int season = Integer.parseInt(lines.get(line + 1));
            Series series = new Series(Instant.EPOCH, Duration.ofHours(1),
                    Arrays.stream(lines.get(line + 2).split(" ")).map(Double::valueOf).toList()).last(LONGEST);
            int heldOut = SEASONS * season;
            long begin = System.nanoTime();
            Forecaster chosen = Selection.choose(series.first(series.size() - heldOut), Optional.empty(), season, 1).orElseThrow()
                    .forecaster();
            Errors errors = Errors.of(Errors.past(chosen, series, 1, heldOut));
            double seconds = (System.nanoTime() - begin) / 1e9;
            Errors naive = Errors.of(Errors.past(new SeasonalNaive(season), series, 1, heldOut));
            better += errors.rootMeanSquare() < naive.rootMeanSquare() ? 1 : 0;
            System.out.printf(Locale.ROOT, "%s%n  %-34s %10.3f %12.3f %7.3f %7.0f%% %7.1f%n", lines.get(line), chosen.name(),
                    errors.rootMeanSquare(), naive.rootMeanSquare(), errors.rootMeanSquare() / naive.rootMeanSquare(),
                    100 * errors.withinBand(), seconds);
        }
        System.out.println("better than seasonal naive: " + better + " of " + lines.size() / 3);
    }
}
