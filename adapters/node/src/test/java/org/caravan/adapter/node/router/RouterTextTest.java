package org.caravan.adapter.node.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.caravan.application.Readiness;
import org.junit.jupiter.api.Test;

class RouterTextTest {

    private static final String CONTROL = "ipv4@127.0.0.1:9999";

    @Test
    void theServersPartComesLastSinceServersAreWrittenBehind() {
        assertThat(parts(new Readiness.HttpAnswers("/health", 200))).containsExactly(
                "global", "defaults", "frontend copies.users", "backend copies.times", "backend copies");
        assertThat(parts(new Readiness.TcpAccepts())).containsExactly("global", "defaults", "frontend copies.users", "backend copies");
    }

    @Test
    void whereRequestsAreSeenTheirTimesAreCounted() {
        assertThat(lines(new Readiness.HttpAnswers("/health", 200))).contains("  http-response track-sc0 var(txn.took) table copies.times");
        assertThat(lines(new Readiness.TcpAccepts())).noneMatch(line -> line.contains("table"));
    }

    private static List<String> parts(Readiness readiness) {
        return lines(readiness).stream().filter(line -> !line.startsWith(" ")).toList();
    }

    private static List<String> lines(Readiness readiness) {
        return RouterText.lines(CONTROL, new RoutedEntry(RouterText.COPIES, 8079, readiness, List.of()));
    }
}
