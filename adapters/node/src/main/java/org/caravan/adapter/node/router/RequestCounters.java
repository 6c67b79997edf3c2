package org.caravan.adapter.node.router;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.caravan.application.RequestPattern;
import org.caravan.application.RoutedRequests;

/**
 * Lines of a router's file that recognise requests and count them. Each recognised request has a number from 1; 0 is for all others. No
 * address and no path is kept, and the number of counters is fixed when the router starts: hostile paths all count as number 0.
 *
 * <pre>
 *   NAME.requests   key: number                     received (http_req_cnt), failed (http_fail_cnt; gpc0: no server was up)
 *   NAME.times      key: number × 1,000,000 + time  answers below 500 (gpc0)
 * </pre>
 *
 * Times are in tenths of a ms, rounded down to 32 steps per power of two: 0.1 ms below 6.4 ms, 3.1 % above.
 */
final class RequestCounters {

    /** Between the numbers of two requests in keys of times. */
    static final int STEP = 1_000_000;
    /** Longest time that is distinguished, in tenths of a ms; the router gives up after 60 s. */
    private static final int LONGEST = 983_040;
    private static final int STEPS_PER_DOUBLING = 32;
    /** Upper bound for the keys of one request: 64, and 32 for each of 14 powers of two. */
    private static final int KEYS = 512;

    private RequestCounters() {}

    /** Lines of the frontend. */
    static List<String> counting(String name, RoutedRequests requests) {
        List<String> lines = new ArrayList<>();
        lines.add("  http-request set-var(txn.began) date(0,us)");
        lines.add("  http-request set-var(txn.request) int(0)");
        List<String> ids = requests.requestIds();
        // The last that fits remains, so the first of the model comes last.
        List<RoutedRequests.Named> reversed = new ArrayList<>(requests.patterns());
        Collections.reverse(reversed);
        reversed.forEach(named -> lines.add("  http-request set-var(txn.request) int(" + (ids.indexOf(named.requestId()) + 1)
                + ") if { method " + named.pattern().method() + " } { path " + match(named.pattern()) + " }"));
        lines.add("  http-request track-sc1 var(txn.request) table " + requestsTable(name));
        // The router's own 503 runs no rule for responses and is not in http_fail_cnt.
        lines.add("  http-request sc-inc-gpc0(1) if { nbsrv(" + name + ") eq 0 }");
        lines.add("  http-response set-var(txn.took) date(0,us),sub(txn.began),div(100)");
        // The clock of the node may be set back meanwhile; a key below that of the request would count for another one.
        lines.add("  http-response set-var(txn.took) int(0) if { var(txn.took) -m int lt 0 }");
        for (int lower = 2 * STEPS_PER_DOUBLING; lower < LONGEST; lower *= 2) {
            int step = lower / STEPS_PER_DOUBLING;
            lines.add("  http-response set-var(txn.took) var(txn.took),div(" + step + "),mul(" + step + ") if { var(txn.took) -m int ge "
                    + lower + " }");
        }
        lines.add("  http-response set-var(txn.took) int(" + LONGEST + ") if { var(txn.took) -m int gt " + LONGEST + " }");
        lines.add("  http-response set-var(txn.key) var(txn.request),mul(" + STEP + "),add(txn.took)");
        lines.add("  http-response track-sc0 var(txn.key) table " + timesTable(name) + " if { status lt 500 }");
        lines.add("  http-response sc-inc-gpc0(0) if { status lt 500 }");
        return lines;
    }

    /** Parts of the file that hold the counters. */
    static List<String> tables(String name, RoutedRequests requests) {
        int numbers = requests.requestIds().size() + 1;
        return List.of("backend " + timesTable(name),
                "  stick-table type integer size " + numbers * KEYS + " nopurge store gpc0",
                "backend " + requestsTable(name),
                "  stick-table type integer size " + numbers + " nopurge store gpc0,http_req_cnt,http_fail_cnt");
    }

    static String timesTable(String name) {
        return name + ".times";
    }

    static String requestsTable(String name) {
        return name + ".requests";
    }

    private static String match(RequestPattern pattern) {
        String path = pattern.path();
        if (!path.contains("*")) {
            return "-m str " + path;
        }
        if (path.endsWith("**") && path.indexOf('*') == path.length() - 2) {
            return "-m beg " + path.substring(0, path.length() - 2);
        }
        String expression = path.replace(".", "[.]").replace("+", "[+]").replace("**", "\t").replace("*", "[^/]*").replace("\t", ".*");
        return "-m reg ^" + expression + "$";
    }
}
