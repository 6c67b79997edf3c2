package org.caravan.adapter.node.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.caravan.application.Readiness;
import org.caravan.application.RequestPattern;
import org.caravan.application.RoutedRequests;
import org.junit.jupiter.api.Test;

class RouterTextTest {

    private static final String CONTROL = "ipv4@127.0.0.1:9999";

    @Test
    void theServersPartComesLastSinceServersAreWrittenBehind() {
        assertThat(parts(new Readiness.HttpAnswers("/health", 200))).containsExactly(
                "global", "defaults", "frontend copies.users", "backend copies.times", "backend copies.requests", "backend copies");
        assertThat(parts(new Readiness.TcpAccepts())).containsExactly("global", "defaults", "frontend copies.users", "backend copies");
    }

    @Test
    void whereRequestsAreSeenTheirTimesAreCounted() {
        assertThat(lines(new Readiness.HttpAnswers("/health", 200)))
                .contains("  http-response track-sc0 var(txn.key) table copies.times if { status lt 500 }");
        assertThat(lines(new Readiness.TcpAccepts())).noneMatch(line -> line.contains("table"));
    }

    @Test
    void theFirstPatternOfTheModelCountsAndTheNumberOfCountersIsFixed() {
        RoutedRequests requests = RoutedRequests.parse("bergen;home GET /;card GET /cards/*.html;any GET /cards/**;home HEAD /");
        List<String> lines = RouterText.lines(CONTROL,
                new RoutedEntry(RouterText.COPIES, 8079, new Readiness.HttpAnswers("/health", 200), List.of(), requests));
        assertThat(lines.stream().filter(line -> line.contains("(txn.request) int"))).containsExactly(
                "  http-request set-var(txn.request) int(0)",
                "  http-request set-var(txn.request) int(1) if { method HEAD } { path -m str / }",
                "  http-request set-var(txn.request) int(3) if { method GET } { path -m beg /cards/ }",
                "  http-request set-var(txn.request) int(2) if { method GET } { path -m reg ^/cards/[^/]*[.]html$ }",
                "  http-request set-var(txn.request) int(1) if { method GET } { path -m str / }");
        assertThat(lines).contains("  stick-table type integer size 2048 nopurge store gpc0",
                "  stick-table type integer size 4 nopurge store gpc0,http_req_cnt,http_fail_cnt");
        assertThat(RoutedRequests.parse(requests.text())).isEqualTo(requests);
    }

    /** Linux accepts at most 128 KiB in one environment variable (MAX_ARG_STRLEN), in which the file comes. */
    @Test
    void theFileOfTheMostAndLongestPatternsFitsIntoAVariable() {
        for (String path : List.of("/" + ".".repeat(RequestPattern.LONGEST - 1), "/*".repeat(RequestPattern.LONGEST / 2))) {
            RoutedRequests most = new RoutedRequests("u".repeat(63), IntStream.range(0, RequestPattern.MOST).mapToObj(number ->
                    new RoutedRequests.Named("r".repeat(61) + number % RequestPattern.MOST_REQUESTS, new RequestPattern("OPTIONS", path)))
                            .toList());
            String file = String.join(";", RouterText.lines(CONTROL,
                    new RoutedEntry(RouterText.COPIES, 8079, new Readiness.HttpAnswers("/health", 200), List.of(), most)));
            assertThat(file.length() + "ROUTER_FILE=".length()).isLessThan(128 << 10);
            assertThat(most.text().length() + RoutedRequests.VARIABLE.length()).isLessThan(128 << 10);
        }
    }

    private static List<String> parts(Readiness readiness) {
        return lines(readiness).stream().filter(line -> !line.startsWith(" ")).toList();
    }

    private static List<String> lines(Readiness readiness) {
        return RouterText.lines(CONTROL, new RoutedEntry(RouterText.COPIES, 8079, readiness, List.of()));
    }
}
