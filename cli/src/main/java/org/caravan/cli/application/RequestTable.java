package org.caravan.cli.application;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.caravan.cli.command.Terminal;
import tools.jackson.databind.JsonNode;

/** Table of predicted beside measured latencies of requests. */
final class RequestTable {

    private static final String ROW = "  %-30s %9s %9s %9s %9s %7s %7s %9s %7s";

    private RequestTable() {}

    /** Empty if there are no requests, or none of them can be measured: users enter without a router. */
    static List<String> lines(JsonNode requests) {
        if (!requests.isArray() || requests.valueStream().allMatch(one -> one.path("state").asString().equals("NO_ROUTER"))) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of("  requests since " + Terminal.second(requests.get(0).path("since").asString())
                + ", predicted beside measured latency in ms:",
                ROW.formatted("users request", "mean", "median", "p95", "p95", "ratio", "ratio", "count", "failed"),
                ROW.formatted("", "predicted", "measured", "predicted", "measured", "median", "p95", "", "")));
        requests.forEach(one -> lines.add(line(one)));
        return lines;
    }

    private static String line(JsonNode one) {
        String subject = one.path("usersId").asString() + " " + one.path("requestId").asString();
        String state = one.path("state").asString();
        if (!state.equals("MEASURED")) {
            return "  %-30s %9s %9s %s".formatted(subject, figure(one, "predictedMeanMillis", 1), "-", why(state));
        }
        return ROW.formatted(subject, figure(one, "predictedMeanMillis", 1), figure(one, "medianMillis", 1),
                figure(one, "predictedP95Millis", 1), figure(one, "p95Millis", 1), figure(one, "medianRatio", 2),
                figure(one, "p95Ratio", 2), one.path("count").asLong(), one.path("failed").asLong());
    }

    private static String why(String state) {
        return "not measured yet: " + switch (state) {
            case "NO_REQUESTS" -> "no request came";
            case "NOT_RECOGNISED" -> "the model does not say how to recognise it";
            case "NO_ROUTER" -> "these users enter without a router";
            case "BY_CONNECTION" -> "the router forwards connections";
            default -> "hosts are not queried";
        };
    }

    private static String figure(JsonNode one, String field, int digits) {
        return one.has(field) ? String.format(Locale.ROOT, "%." + digits + "f", one.path(field).asDouble()) : "-";
    }
}
