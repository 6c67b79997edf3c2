package org.caravan.cli.application;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.caravan.api.application.ForecastView.Point;
import org.caravan.api.application.ForecastView;
import org.caravan.cli.command.Terminal;

/** A forecast as text: method and errors, then a line per interval with its count, its forecast, and both drawn on one scale. */
final class ForecastChart {

    private static final int WIDTH = 48;
    /** Past intervals that are drawn; JSON has more. */
    private static final int PAST = 16;

    private ForecastChart() {}

    static List<String> lines(ForecastView forecast) {
        List<String> lines = new ArrayList<>();
        lines.add(forecast.usersId() + " " + forecast.requestId() + ": " + method(forecast));
        forecast.errors().ifPresent(errors -> lines.add(String.format(Locale.ROOT, "  last %d forecasts: root mean square error %.1f, mean "
                + "absolute error %.1f, bias %+.1f requests; %.0f %% within their intervals", errors.origins(), errors.rootMeanSquare(),
                errors.meanAbsolute(), errors.bias(), 100 * errors.withinBand())));
        forecast.change().ifPresent(change -> lines.add("  an unexpected " + change.direction().toLowerCase(Locale.ROOT) + " at "
                + Terminal.second(change.at())));
        List<Point> points = drawn(forecast);
        double most = points.stream().mapToDouble(point -> Math.max(point.observed().orElse(0.0), point.high().orElse(0.0)))
                .max().orElse(0);
        lines.add(String.format("  %-20s %9s %9s %19s  %s", "interval from", "requests", "forecast", "95 % interval",
                "# requests, - interval, | forecast"));
        points.forEach(point -> lines.add(line(point, most)));
        return lines;
    }

    private static String method(ForecastView forecast) {
        String intervals = "intervals of " + span(forecast.intervalSeconds());
        if (forecast.method().isEmpty()) {
            return "no forecast yet, " + forecast.detail().orElse("") + " (" + intervals + ")";
        }
        return forecast.method().get() + ", " + span(forecast.horizonSeconds()) + " ahead, " + intervals
                + forecast.seasonSeconds().map(season -> ", season " + span(season)).orElse(", no season")
                + (forecast.declared() ? " (by the model)" : " (chosen by error)");
    }

    private static String span(long seconds) {
        if (seconds % 86_400 == 0 && seconds > 0) {
            return seconds / 86_400 + " day" + (seconds == 86_400 ? "" : "s");
        }
        return seconds % 3_600 == 0 ? seconds / 3_600 + " h" : seconds % 60 == 0 ? seconds / 60 + " min" : seconds + " s";
    }

    private static List<Point> drawn(ForecastView forecast) {
        List<Point> points = forecast.points();
        long future = points.stream().filter(point -> point.observed().isEmpty() && point.expected().isPresent()).count();
        return points.subList((int) Math.max(0, points.size() - future - PAST), points.size());
    }

    private static String line(Point point, double most) {
        String interval = point.low().isPresent() ? figure(point.low()) + " to " + figure(point.high()) : "";
        return String.format(Locale.ROOT, "  %-20s %9s %9s %19s  %s", Terminal.second(point.begin()), figure(point.observed()),
                figure(point.expected()), interval, bar(point, most)).stripTrailing();
    }

    private static String figure(Optional<Double> known) {
        return known.map(value -> String.format(Locale.ROOT, "%.0f", value)).orElse("");
    }

    private static String bar(Point point, double most) {
        char[] bar = new char[WIDTH + 1];
        Arrays.fill(bar, ' ');
        point.low().ifPresent(low -> Arrays.fill(bar, column(low, most), column(point.high().orElse(low), most) + 1, '-'));
        point.observed().ifPresent(observed -> Arrays.fill(bar, 0, column(observed, most), '#'));
        point.expected().ifPresent(expected -> bar[column(expected, most)] = '|');
        return new String(bar);
    }

    private static int column(double requests, double most) {
        return most > 0 ? (int) Math.round(WIDTH * Math.max(0, requests) / most) : 0;
    }
}
