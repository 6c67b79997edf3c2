package org.caravan.plan.report;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.caravan.plan.PlanReport.HopLatency;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.plan.PlanReport.SloLatency;
import org.caravan.plan.TextLines;
import org.caravan.plan.diff.PathText;
import org.caravan.problem.QueueingDelay;
import org.caravan.unit.Millis;

/**
 * Text of request latencies. Contains a table per group of users, the hops of requests with an SLO or a goal, and each path once,
 * referenced by number.
 */
final class LatencyText {

    /** Referenced path: within a site, a path has different round-trip times to the same host and to another host. */
    private record Basis(String path, Millis rtt, String basis) {}

    private static final int WAITS = 3;
    private static final int SERVES = 4;

    private final List<RequestLatency> latencies;
    private final Map<Basis, String> numbers = new LinkedHashMap<>();

    LatencyText(List<RequestLatency> latencies) {
        this.latencies = latencies;
    }

    void appendTo(TextLines text) {
        if (latencies.isEmpty()) {
            return;
        }
        Map<String, List<RequestLatency>> byUsers = latencies.stream().collect(
                Collectors.groupingBy(RequestLatency::usersId, LinkedHashMap::new, Collectors.toList()));
        byUsers.forEach((usersId, requests) -> {
            text.blank().add("requests of " + usersId + " (p50: of an exponential tail; p95: sum of the hops' p95, an upper estimate)");
            requests(requests).appendTo(text);
            requests.forEach(request -> request.declaredService().ifPresent(service ->
                    text.add("  service time of " + request.requestId() + ": " + service.mean() + ", p95 " + service.p95()
                            + ", as its hops declare")));
            requests.forEach(request -> request.service().ifPresent(service ->
                    text.add("  service time of " + request.requestId() + (request.declaredService().isPresent() ? " beyond that: " : ": ")
                            + service.words())));
        });
        latencies.stream().filter(latency -> latency.ofGoal() || !latency.slos().isEmpty()).forEach(latency -> {
            text.blank().add(latency.requestId() + " for " + latency.usersId() + ", hop by hop");
            hops(latency).appendTo(text);
        });
        text.blank().add("paths");
        paths().appendTo(text);
    }

    private TextTable requests(List<RequestLatency> requests) {
        TextTable table = new TextTable("lrrrllrl")
                .row("request", "mean", "p50", "p95", "slo", "dearest hop", "takes", "path");
        for (RequestLatency request : requests) {
            HopLatency dearest = request.hops().stream()
                    .max(Comparator.comparing((HopLatency hop) -> hop.latency().times(hop.meanPart()))).orElseThrow();
            table.row(
                    request.requestId(),
                    QueueingDelay.words(request.mean()),
                    request.p50().map(Millis::toString).orElse("-"),
                    QueueingDelay.words(request.p95()),
                    request.slos().stream().map(LatencyText::slo).collect(Collectors.joining("; ")),
                    name(dearest),
                    QueueingDelay.words(dearest.latency()),
                    number(dearest));
        }
        return table;
    }

    private static String slo(SloLatency slo) {
        return slo.percentileText() + slo.held() + " < " + slo.limit() + (slo.kept() ? " kept" : " missed");
    }

    private TextTable hops(RequestLatency request) {
        boolean waits = request.hops().stream().anyMatch(hop -> hop.waiting().isPresent());
        boolean serves = request.hops().stream().anyMatch(hop -> hop.service().isPresent());
        TextTable table = new TextTable("lrrr" + (waits ? "r" : "") + (serves ? "r" : "") + "l");
        table.row(row(waits, serves, "hop", "trips", "rtt", "waits", "serves", "takes", "path"));
        for (HopLatency hop : request.hops()) {
            table.row(row(waits, serves,
                    name(hop),
                    String.format(Locale.ROOT, "%.1f", hop.roundTrips()),
                    hop.rtt().toString(),
                    hop.waiting().map(QueueingDelay::words).orElse(""),
                    hop.service().map(service -> service.mean().toString()).orElse(""),
                    QueueingDelay.words(hop.latency()),
                    number(hop)));
        }
        return table;
    }

    /** Omits the columns of queueing delays and service times if there are none. */
    private static String[] row(boolean waits, boolean serves, String... cells) {
        return IntStream.range(0, cells.length).filter(cell -> (waits || cell != WAITS) && (serves || cell != SERVES))
                .mapToObj(cell -> cells[cell]).toArray(String[]::new);
    }

    private TextTable paths() {
        TextTable table = new TextTable("llrl");
        numbers.forEach((known, number) ->
                table.row(number, PathText.of(known.path()), "rtt " + known.rtt(), known.basis()));
        return table;
    }

    private String number(HopLatency hop) {
        return numbers.computeIfAbsent(
                new Basis(hop.path(), hop.rtt(), hop.basis()), unused -> "[" + (numbers.size() + 1) + "]");
    }

    /** Hops whose time is not always part of the latency have the share that is. */
    private static String name(HopLatency hop) {
        return hop.from() + " -> " + hop.to() + (hop.meanPart() == 1 ? "" : hop.meanPart() == 0 ? " (no wait)"
                : String.format(Locale.ROOT, " (%.0f %%)", 100 * hop.meanPart()));
    }
}
