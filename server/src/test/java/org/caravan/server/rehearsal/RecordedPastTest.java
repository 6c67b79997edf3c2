package org.caravan.server.rehearsal;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.api.adaptation.DecisionView;
import org.caravan.application.ApplicationModel;
import org.caravan.application.RequestCounts;
import org.caravan.application.RequestTimes;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.measure.metric.Metric;
import org.caravan.measure.metric.Reading;
import org.caravan.measure.metric.ReadingStore;
import org.caravan.measure.metric.RequestStore;
import org.caravan.measure.metric.RouterObservation;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.DecisionViews;
import org.caravan.server.rehearsal.Observed.OfComponent;
import org.caravan.server.rehearsal.Observed.Sent;
import org.caravan.store.SqliteReadingStore;
import org.caravan.store.SqliteRequestStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import static org.assertj.core.api.Assertions.assertThat;


/** The stores of a period become values that hold for a minute. */
class RecordedPastTest {

    private static final Instant FROM = Instant.parse("2026-11-20T00:00:00Z");
    private static final ApplicationModel MODEL = CaravanLanguage.parse(Map.of("shop.caravan", """
            application shop {
              component web { form container { image "web"  cpu 0.2  memory 96 MiB }  provides http on 80 }
              users all { at oslo  via Telenor ipv4  rate 5 requests/s  mix home 100 %  entry by router }
              request home { when GET "/"  users -> web  turns 2  bytes 8 KiB }
              slo fast { p95 latency of home < 100 ms }
              minimise cost
              metric load { sensor cpu of web }
              metric sent { sensor rate of home }
            }
            """)).applications().get(0);

    @TempDir
    Path folder;

    @Test
    void valuesOfCopiesAreSummedAndSilencesKnownFromDecisions() {
        Clock clock = Clock.fixed(FROM.plusSeconds(600), ZoneOffset.UTC);
        try (ReadingStore readings = new SqliteReadingStore(folder.resolve("readings.db"), clock);
                RequestStore requests = new SqliteRequestStore(folder.resolve("requests.db"), clock)) {
            readings.appendOnce("a", List.of(cpu("a", "shop.web.1.1", 100, 50), cpu("b", "shop.web.2.1", 60, 50),
                    cpu("a", "shop.web.1.1", 30, 110), cpu("a", "", 500, 300)));
            observe(requests, 30, 0);
            observe(requests, 90, 600);
            DecisionView lost = DecisionViews.of(1, FROM.plusSeconds(208), DecisionRecord.of(BuiltInRule.HOST_LOST,
                    "a does not answer since then, while 5 of 6 hosts do.", "").with("silence", 8, "s"), Optional.empty());
            Observed past = RecordedPast.of(MODEL, FROM, FROM.plusSeconds(600), readings, requests, List.of(lost));
            Steps cpu = past.components().get(new OfComponent("web", Metric.CPU));
            assertThat(cpu.at(FROM)).hasValue(160);
            assertThat(cpu.at(FROM.plusSeconds(60))).hasValue(30);
            assertThat(cpu.at(FROM.plusSeconds(120))).as("not measured").isEmpty();
            assertThat(past.series().get("sent").at(FROM.plusSeconds(60))).hasValue(10);
            assertThat(past.rates().get(new Sent("all", "home")).at(FROM.plusSeconds(119))).hasValue(10);
            assertThat(past.rates().get(new Sent("all", "home")).at(FROM.plusSeconds(120))).hasValue(0);
            assertThat(past.series().get("slo fast").at(FROM.plusSeconds(60)).orElseThrow()).isBetween(0.049, 0.051);
            assertThat(past.silent("a", FROM.plusSeconds(199))).isFalse();
            assertThat(past.silent("a", FROM.plusSeconds(200))).isTrue();
            assertThat(past.silent("a", FROM.plusSeconds(300))).isFalse();
        }
    }

    private static Reading cpu(String host, String copy, double value, int second) {
        return new Reading(host, copy, Metric.CPU, value, FROM.plusSeconds(second));
    }

    /** @param answers since the router started, 50 ms each */
    private static void observe(RequestStore store, int second, long answers) {
        TreeMap<Long, Long> times = new TreeMap<>(answers == 0 ? Map.of() : Map.of(500L, answers));
        store.take(List.of(new RouterObservation("shop", "shop.web-router.1.1", "all", "s", FROM.plusSeconds(second),
                new TreeMap<>(Map.of("home", new RequestCounts(answers, 0, new RequestTimes(times)).text())))));
    }
}
