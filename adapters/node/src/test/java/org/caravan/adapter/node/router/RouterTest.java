package org.caravan.adapter.node.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.caravan.adapter.AdapterFault;
import org.caravan.application.Readiness;
import org.caravan.application.RequestTimes;
import org.caravan.application.RoutedRequests;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a real HAProxy on loopback. */
@Tag("real")
class RouterTest {

    private static final Duration UP = Duration.ofMinutes(2);
    private static final Duration DRAIN = Duration.ofMinutes(2);
    private static final int MOVES = 10;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    Path folder;

    private RoutedEntry entry;

    @BeforeEach
    void prepare() throws Exception {
        String why = RunningRouter.whyNot();
        assumeTrue(why.isEmpty(), "SKIPPED: " + why);
        entry = new RoutedEntry("relay.front", RunningRouter.freePort(), new Readiness.HttpAnswers("/health", 200), List.of());
    }

    @Test
    void tenMovesLoseNoRequestOfUsersWhoKeepTheirConnections() throws Exception {
        Backend serving = new Backend("front.0");
        RoutedEntry first = entry.withServers(List.of(serving.behindRouter()));
        try (RunningRouter running = RunningRouter.start(folder, first)) {
            Router router = new Router(running.control);
            assertThat(router.set(first, UP, DRAIN)).isEmpty();
            KeptConnections users = new KeptConnections(entry.port());
            for (int move = 1; move <= MOVES; move++) {
                Backend next = new Backend("front." + move);
                int before = users.sent();
                assertThat(router.set(entry.withServers(List.of(next.behindRouter())), UP, DRAIN)).isEmpty();
                serving.close();
                serving = next;
                await().until(() -> users.sent() > before + 50);
            }
            users.close();
            serving.close();
            System.out.println("router: " + users.sent() + " requests on kept connections through " + MOVES + " moves, lost "
                    + users.lost.size());
            assertThat(users.lost).isEmpty();
            assertThat(users.answers).hasSizeGreaterThan(MOVES - 1);
            assertThat(users.answers.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(users.sent());
        }
    }

    @Test
    void aSickServerGetsNoRequestsAndItsReturnIsNoticed() throws Exception {
        try (Backend one = new Backend("one"); Backend two = new Backend("two")) {
            RoutedEntry both = entry.withServers(List.of(one.behindRouter(), two.behindRouter()));
            try (RunningRouter running = RunningRouter.start(folder, both)) {
                Router router = new Router(running.control);
                router.set(both, UP, DRAIN);
                one.healthy = false;
                await().until(() -> !state(running).server("one").orElseThrow().up());
                KeptConnections users = new KeptConnections(entry.port());
                await().until(() -> users.sent() > 50);
                users.close();
                assertThat(users.answers).containsOnlyKeys("two");
                assertThat(users.lost).isEmpty();
                one.healthy = true;
                await().until(() -> state(running).server("one").orElseThrow().up());
            }
        }
    }

    @Test
    void aServerThatIsNeverHealthyChangesNothingForTheOthers() throws Exception {
        try (Backend good = new Backend("good"); Backend sick = new Backend("sick")) {
            sick.healthy = false;
            RoutedEntry before = entry.withServers(List.of(good.behindRouter()));
            try (RunningRouter running = RunningRouter.start(folder, before)) {
                Router router = new Router(running.control);
                AdapterFault fault = catchThrowableOfType(AdapterFault.class,
                        () -> router.set(entry.withServers(List.of(sick.behindRouter())), Duration.ofSeconds(2), DRAIN));
                assertThat(fault).hasMessageContaining("(sick)").hasMessageContaining("\nMaybe ");
                assertThat(state(running).servers()).extracting(RouterState.Server::name).containsExactly("good");
                // A busy machine may answer a question for health too late, once.
                await().until(() -> state(running).server("good").orElseThrow().up());
            }
        }
    }

    @Test
    void weightsShareTheRequests() throws Exception {
        try (Backend much = new Backend("much"); Backend little = new Backend("little")) {
            RouterServer quarter = new RouterServer("little", "127.0.0.1", little.behindRouter().port(), 25);
            RouterServer rest = new RouterServer("much", "127.0.0.1", much.behindRouter().port(), 75);
            RoutedEntry both = entry.withServers(List.of(quarter, rest));
            try (RunningRouter running = RunningRouter.start(folder, both)) {
                new Router(running.control).set(both, UP, DRAIN);
                KeptConnections users = new KeptConnections(entry.port());
                await().until(() -> users.sent() >= 200);
                users.close();
                assertThat(users.answers.get("little") * 100.0 / users.sent()).isBetween(22.0, 28.0);
            }
        }
    }

    @Test
    void itCountsAnswersByHowLongTheyTook() throws Exception {
        try (Backend quick = new Backend("quick")) {
            RoutedEntry one = entry.withServers(List.of(quick.behindRouter()));
            try (RunningRouter running = RunningRouter.start(folder, one)) {
                new Router(running.control).set(one, UP, DRAIN);
                quick.tookMillis = 250;
                long before = asked(running).count();
                for (int i = 0; i < 3; i++) {
                    get(entry.port());
                }
                RequestTimes times = asked(running);
                System.out.println("router: " + times.answered());
                assertThat(times.count() - before).as("its own questions for health are none of users").isEqualTo(3);
                assertThat(times.percentileMillis(0.5)).isGreaterThanOrEqualTo(250);
            }
        }
    }

    /** What is counted for each request is exact, also of failures; hostile paths make no counters. */
    @Test
    void itCountsEachRequestOfTheModelAndItsFailures() throws Exception {
        RoutedRequests requests = RoutedRequests.parse("bergen;home GET /;card GET /cards/*;any GET /cards/**");
        try (Backend quick = new Backend("quick")) {
            RoutedEntry one = new RoutedEntry(entry.name(), entry.port(), entry.readiness(), List.of(quick.behindRouter()), requests);
            try (RunningRouter running = RunningRouter.start(folder, one)) {
                new Router(running.control).set(one, UP, DRAIN);
                quick.tookMillis = 20;
                for (int i = 0; i < 7; i++) {
                    get(entry.port(), "/?word=" + i);
                    get(entry.port(), "/cards/" + i);
                    get(entry.port(), "/cards/" + i + "/2");
                }
                for (int i = 0; i < 300; i++) {
                    get(entry.port(), "/%2e%2e/" + "x".repeat(i) + "/%00");
                }
                assertThat(counts(running, "gpc0=\\d+ http_req_cnt=(\\d+)")).isEqualTo(Map.of(0L, 300L, 1L, 7L, 2L, 7L, 3L, 7L));
                Map<Long, Long> times = counts(running, "gpc0=(\\d+)", RequestCounters.timesTable(entry.name()));
                times.keySet().forEach(key -> {
                    long time = key % RequestCounters.STEP;
                    long step = Math.max(1, Long.highestOneBit(time) / 32);
                    assertThat(time % step).as("%d is a step", time).isZero();
                });
                assertThat(times.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(321);
                quick.healthy = false;
                await().until(() -> !state(running).server("quick").orElseThrow().up());
                get(entry.port(), "/");
                assertThat(counts(running, "gpc0=(\\d+)").get(1L)).as("no server was up").isEqualTo(1);
            }
        }
    }

    private Map<Long, Long> counts(RunningRouter running, String counter) {
        return counts(running, counter, RequestCounters.requestsTable(entry.name()));
    }

    private static Map<Long, Long> counts(RunningRouter running, String counter, String table) {
        Map<Long, Long> counts = new TreeMap<>();
        Pattern.compile("key=(\\d+) .*" + counter).matcher(running.control.ask("show table " + table)).results()
                .forEach(row -> counts.put(Long.valueOf(row.group(1)), Long.valueOf(row.group(2))));
        return counts;
    }

    private RequestTimes asked(RunningRouter running) {
        TreeMap<Long, Long> answered = new TreeMap<>();
        Pattern.compile("key=(\\d+) .*gpc0=(\\d+)").matcher(running.control.ask("show table " + RequestCounters.timesTable(entry.name())))
                .results().forEach(row -> answered.put(Long.valueOf(row.group(1)), Long.valueOf(row.group(2))));
        return new RequestTimes(answered);
    }

    private static void get(int port) throws Exception {
        assertThat(get(port, "/")).isEqualTo(200);
    }

    private static int get(int port, String path) throws Exception {
        return CLIENT.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
                HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    private RouterState state(RunningRouter running) {
        return RouterState.read(entry.name(), running.control.ask("show stat " + entry.name() + " 4 -1"));
    }
}
