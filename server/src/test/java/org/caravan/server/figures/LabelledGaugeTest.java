package org.caravan.server.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LabelledGaugeTest {

    private static final int PATHS = 50;
    private static final int SCRAPES = 1_000;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final LabelledGauge gauge = new LabelledGauge(registry, "paths.rtt", "seconds", "Of tests");

    @Test
    void valuesAreRenewedAndLabelsThatWentAreGone() {
        gauge.renew(Map.of(path(1), 1.0, path(2), 2.0));
        gauge.renew(Map.of(path(2), 2.5, path(3), 3.0));
        assertThat(registry.scrape().lines().filter(line -> line.startsWith("paths_rtt")))
                .containsExactlyInAnyOrder("paths_rtt_seconds{path=\"2\"} 2.5", "paths_rtt_seconds{path=\"3\"} 3.0");
    }

    @Test
    void aScrapeWhileTheyAreRenewedMeetsEachOnce() throws InterruptedException {
        AtomicBoolean ended = new AtomicBoolean();
        gauge.renew(paths(0));
        Thread renewing = new Thread(() -> IntStream.iterate(0, round -> !ended.get(), round -> round + 1)
                .forEach(round -> gauge.renew(paths(round))));
        renewing.start();
        try {
            for (int i = 0; i < SCRAPES; i++) {
                assertThat(registry.scrape().lines().filter(line -> line.startsWith("paths_rtt"))).hasSize(PATHS);
            }
        } finally {
            ended.set(true);
            renewing.join();
        }
    }

    private static Map<Tags, Double> paths(int round) {
        return IntStream.range(0, PATHS).boxed().collect(Collectors.toMap(LabelledGaugeTest::path, path -> (double) path + round));
    }

    private static Tags path(int number) {
        return Tags.of("path", Integer.toString(number));
    }
}
