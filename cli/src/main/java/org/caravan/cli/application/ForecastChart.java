package org.caravan.cli.application;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.caravan.cli.command.Terminal;
import tools.jackson.databind.JsonNode;

/** A forecast as text: method and errors, then a line per interval with its count, its forecast, and both drawn on one scale. */
final class ForecastChart {

    private static final int WIDTH = 48;
    /** Past intervals that are drawn; JSON has more. */
    private static final int PAST = 16;

    private ForecastChart() {}

    static List<String> lines(JsonNode forecast) {
        List<String> lines = new ArrayList<>();
        lines.add(forecast.path("usersId").asString() + " " + forecast.path("requestId").asString() + ": " + method(forecast));
        if (forecast.has("errors")) {
            JsonNode errors = forecast.path("errors");
            lines.add(String.format(Locale.ROOT, "  last %d forecasts: root mean square error %.1f, mean absolute error %.1f, "
                    + "bias %+.1f requests; %.0f %% within their intervals", errors.path("origins").asInt(),
                    errors.path("rootMeanSquare").asDouble(), errors.path("meanAbsolute").asDouble(), errors.path("bias").asDouble(),
                    100 * errors.path("withinBand").asDouble()));
        }
        if (forecast.has("change")) {
            lines.add("  an unexpected " + forecast.path("change").path("direction").asString().toLowerCase(Locale.ROOT) + " at "
                    + Terminal.second(forecast.path("change").path("at").asString()));
        }
        List<JsonNode> points = drawn(forecast);
        double most = points.stream().mapToDouble(point -> Math.max(point.path("observed").asDouble(0), point.path("high").asDouble(0)))
                .max().orElse(0);
        lines.add(String.format("  %-20s %9s %9s %19s  %s", "interval from", "requests", "forecast", "95 % interval",
                "# requests, - interval, | forecast"));
        points.forEach(point -> lines.add(line(point, most)));
        return lines;
    }

    private static String method(JsonNode forecast) {
        String intervals = "intervals of " + span(forecast.path("intervalSeconds").asLong());
        if (!forecast.has("method")) {
            return "no forecast yet, " + forecast.path("detail").asString("") + " (" + intervals + ")";
        }
        return forecast.path("method").asString() + ", " + span(forecast.path("horizonSeconds").asLong()) + " ahead, " + intervals
                + (forecast.has("seasonSeconds") ? ", season " + span(forecast.path("seasonSeconds").asLong()) : ", no season")
                + (forecast.path("declared").asBoolean() ? " (by the model)" : " (chosen by error)");
    }

    private static String span(long seconds) {
        if (seconds % 86_400 == 0 && seconds > 0) {
            return seconds / 86_400 + " day" + (seconds == 86_400 ? "" : "s");
        }
        return seconds % 3_600 == 0 ? seconds / 3_600 + " h" : seconds % 60 == 0 ? seconds / 60 + " min" : seconds + " s";
    }

    private static List<JsonNode> drawn(JsonNode forecast) {
        List<JsonNode> points = forecast.path("points").valueStream().toList();
        long future = points.stream().filter(point -> !point.has("observed") && point.has("expected")).count();
        return points.subList((int) Math.max(0, points.size() - future - PAST), points.size());
    }

    private static String line(JsonNode point, double most) {
        return String.format(Locale.ROOT, "  %-20s %9s %9s %19s  %s", Terminal.second(point.path("begin").asString()),
                figure(point, "observed"), figure(point, "expected"),
                point.has("low") ? figure(point, "low") + " to " + figure(point, "high") : "", bar(point, most)).stripTrailing();
    }

    private static String figure(JsonNode point, String field) {
        return point.has(field) ? String.format(Locale.ROOT, "%.0f", point.path(field).asDouble()) : "";
    }

    private static String bar(JsonNode point, double most) {
        char[] bar = new char[WIDTH + 1];
        Arrays.fill(bar, ' ');
        if (point.has("low")) {
            Arrays.fill(bar, column(point, "low", most), column(point, "high", most) + 1, '-');
        }
        if (point.has("observed")) {
            Arrays.fill(bar, 0, column(point, "observed", most), '#');
        }
        if (point.has("expected")) {
            bar[column(point, "expected", most)] = '|';
        }
        return new String(bar);
    }

    private static int column(JsonNode point, String field, double most) {
        return most > 0 ? (int) Math.round(WIDTH * Math.max(0, point.path(field).asDouble()) / most) : 0;
    }
}
