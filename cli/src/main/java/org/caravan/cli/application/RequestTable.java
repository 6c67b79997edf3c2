package org.caravan.cli.application;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.caravan.api.application.EntryView;
import org.caravan.api.application.RequestView;
import org.caravan.api.application.RequestView.State;
import org.caravan.cli.command.Terminal;

/** Table of predicted beside measured latencies of requests. */
final class RequestTable {

    private static final String ROW = "  %-30s %9s %9s %9s %9s %9s %7s %7s %9s %7s";

    private static final String UNKNOWN = "hosts are not queried";

    private RequestTable() {}

    /** Empty if there are no requests, or nothing is known of them: users enter without a router and look up no name. */
    static List<String> lines(List<RequestView> requests) {
        if (requests.stream().allMatch(one -> one.state() == State.NO_ROUTER && one.lookUpsPerMinute().orElse(0.0) == 0
                && one.entry().isEmpty())) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of("  requests since " + Terminal.second(requests.get(0).since())
                + ", predicted beside measured latency in ms:",
                ROW.formatted("users request", "mean", "median", "median", "p95", "p95", "ratio", "ratio", "count", "failed"),
                ROW.formatted("", "predicted", "predicted", "measured", "predicted", "measured", "median", "p95", "", "")));
        requests.forEach(one -> lines.add(line(one)));
        return lines;
    }

    private static String line(RequestView one) {
        String subject = one.usersId() + " " + one.requestId();
        if (one.state() != State.MEASURED) {
            return "  %-30s %9s %9s %9s %s".formatted(subject, figure(Optional.of(one.predictedMeanMillis()), 1),
                    figure(one.predictedP50Millis(), 1), "-", why(one.state())
                    + one.lookUpsPerMinute().map(rate -> String.format(Locale.ROOT, "; %.1f DNS queries/min of these users", rate))
                            .orElse("") + one.entry().map(RequestTable::entry).orElse(""));
        }
        return ROW.formatted(subject, figure(Optional.of(one.predictedMeanMillis()), 1), figure(one.predictedP50Millis(), 1),
                figure(one.medianMillis(), 1), figure(Optional.of(one.predictedP95Millis()), 1), figure(one.p95Millis(), 1),
                figure(one.medianRatio(), 2), figure(one.p95Ratio(), 2), one.count(), one.failed());
    }

    /** Neither is a rate of requests, so the unit is named. */
    private static String entry(EntryView entry) {
        return entry.connectionsPerSecond().map(rate -> String.format(Locale.ROOT, "; %.2f connections/s", rate)).orElse("")
                + entry.roundTripMedianMillis().map(rtt -> String.format(Locale.ROOT, "; RTT of connections %.1f ms", rtt)
                        + entry.roundTripP95Millis().map(p95 -> String.format(Locale.ROOT, ", p95 %.1f ms", p95)).orElse("")).orElse("");
    }

    /** Why nothing is measured. */
    static String why(State state) {
        return "not measured yet: " + (state == null ? UNKNOWN : switch (state) {
            case NO_REQUESTS -> "no request came";
            case NOT_RECOGNISED -> "the model does not say how to recognise it";
            case NO_ROUTER -> "these users enter without a router";
            case BY_CONNECTION -> "the router forwards connections";
            default -> UNKNOWN;
        });
    }

    private static String figure(Optional<Double> value, int digits) {
        return value.map(known -> String.format(Locale.ROOT, "%." + digits + "f", known)).orElse("-");
    }
}
