package org.caravan.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.IpFamily;
import org.caravan.measure.P99;
import org.caravan.measure.PathId;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.measure.SampleStore;
import org.caravan.measure.Statistic;
import org.caravan.measure.TimelinePoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every sample store must do; a store's test extends this. */
abstract class SampleStoreContract {

    static final Instant START = Instant.parse("2026-11-20T08:00:30.25Z");
    static final PathId HAINAN_TO_SIMULA = path("hainan", "CERNET", "simula", "Uninett", IpFamily.IPV6);
    static final PathId BERGEN_TO_SIMULA = path("bergen", "BKK", "simula", "Kvantel", IpFamily.IPV4);

    private SampleStore store;

    /** A store without samples, for a clock that stands shortly after {@link #START}. */
    abstract SampleStore open() throws Exception;

    @BeforeEach
    void openStore() throws Exception {
        store = open();
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Test
    void nothingIsKnownOfAnEmptyStore() {
        assertThat(store.statistics(Instant.EPOCH)).isEmpty();
        assertThat(store.samples(BERGEN_TO_SIMULA, Quantity.LOSS, 10)).isEmpty();
    }

    @Test
    void givesTheNewestSamplesOldestFirst() {
        List<Sample> samples = rtts(BERGEN_TO_SIMULA, 10, 11, 12, 13);
        store.append(samples.subList(0, 2));
        store.append(samples.subList(2, 4));
        store.append(rtts(HAINAN_TO_SIMULA, 300));

        assertThat(store.samples(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 3)).isEqualTo(samples.subList(1, 4));
        assertThat(store.samples(BERGEN_TO_SIMULA, Quantity.LOADED_RTT, 3)).isEmpty();
        assertThat(store.samples(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 0)).isEmpty();
    }

    @Test
    void oneSampleIsItsOwnStatistic() {
        store.append(rtts(BERGEN_TO_SIMULA, 9.5));

        assertThat(store.statistics(START))
                .containsExactly(new Statistic(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 9.5, 0, 9.5, 9.5, 1, START));
    }

    @Test
    void meanAndConfidenceAreExact() {
        store.append(rtts(BERGEN_TO_SIMULA, 118, 120));
        store.append(rtts(BERGEN_TO_SIMULA, 119, 123));

        Statistic statistic = store.statistics(START).get(0);
        assertThat(statistic.mean()).isCloseTo(120, within(1e-9));
        // s = sqrt(14/3), t(3, 97.5 %) = 3.182446, n = 4.
        assertThat(statistic.halfWidth95()).isCloseTo(3.182446 * Math.sqrt(14 / 3.0) / 2, within(1e-4));
        assertThat(statistic.samples()).isEqualTo(4);
    }

    @Test
    void spreadOfLargeValuesIsNotLost() {
        store.append(List.of(
                sample(BERGEN_TO_SIMULA, Quantity.THROUGHPUT, 1e12 + 1, START),
                sample(BERGEN_TO_SIMULA, Quantity.THROUGHPUT, 1e12 + 3, START.plusSeconds(70))));

        assertThat(store.statistics(START).get(0).halfWidth95()).isCloseTo(12.706, within(0.01));
    }

    @Test
    void oneWildSampleIsNotTheP95() {
        store.append(rtts(BERGEN_TO_SIMULA, 9, 10, 11, 10, 9, 4000, 10, 11, 9, 10, 11, 10, 9, 10, 11, 12));

        Statistic statistic = store.statistics(START).get(0);
        assertThat(statistic.p95()).isCloseTo(12, withPercentage(1));
        assertThat(statistic.median()).isCloseTo(10, withPercentage(1));
    }

    @Test
    void theP95OfFewSamplesIsTheGreatestButOneFromThreeOn() {
        store.append(rtts(BERGEN_TO_SIMULA, 9, 20));
        assertThat(store.statistics(START).get(0).p95()).isCloseTo(20, withPercentage(1));

        store.append(List.of(sample(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 4000, START.plusSeconds(1))));
        assertThat(store.statistics(START).get(0).p95()).isCloseTo(20, withPercentage(1));
    }

    @Test
    void aP99TakesAHundredSamplesAndIsNotTheGreatestOfThem() {
        store.append(rtts(BERGEN_TO_SIMULA, IntStream.rangeClosed(1, 99).mapToDouble(i -> i == 99 ? 4000 : i).toArray()));
        assertThat(store.statistics(START).get(0).samples()).isEqualTo(99);
        assertThat(store.statistics(START).get(0).p99()).isEmpty();

        store.append(List.of(sample(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 150, START.plusSeconds(60))));
        P99 p99 = store.statistics(START).get(0).p99().orElseThrow();
        assertThat(p99.samples()).isEqualTo(100);
        assertThat(p99.value()).isCloseTo(150, withPercentage(1));
        assertThat(store.statistics(START).get(0).p95()).isCloseTo(95, withPercentage(1));
    }

    @Test
    void statisticsAreSortedByPathAndQuantity() {
        store.append(rtts(HAINAN_TO_SIMULA, 300));
        store.append(List.of(
                sample(BERGEN_TO_SIMULA, Quantity.LOSS, 0, START), sample(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 8, START)));

        assertThat(store.statistics(START))
                .extracting(statistic -> statistic.path() + " " + statistic.quantity())
                .containsExactly(BERGEN_TO_SIMULA + " IDLE_RTT", BERGEN_TO_SIMULA + " LOSS", HAINAN_TO_SIMULA + " IDLE_RTT");
        assertThat(store.statistics(START).get(1).p95()).isZero();
    }

    @Test
    void theWindowBeginsExactly() {
        store.append(rtts(BERGEN_TO_SIMULA, 10, 20, 30));

        assertThat(store.statistics(START.plusMillis(200)).get(0).mean()).isEqualTo(25);
        assertThat(store.statistics(START.plusMillis(201)).get(0).samples()).isEqualTo(1);
        assertThat(store.statistics(START.plusMillis(401))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void statisticsAreThoseOfTheSamplesSinceAnyInstant(long seed) {
        Random random = new Random(seed);
        List<Sample> samples = IntStream.range(0, 2000)
                .mapToObj(i -> sample(HAINAN_TO_SIMULA, Quantity.LOADED_RTT, Math.exp(4 + 2 * random.nextGaussian()),
                        START.plusSeconds(random.nextInt(3 * 3600)).plusNanos(random.nextInt(1_000_000_000))))
                .toList();
        for (int i = 0; i < samples.size(); i += 100) {
            store.append(samples.subList(i, i + 100));
        }
        Instant since = START.plusSeconds(random.nextInt(2 * 3600)).plusNanos(random.nextInt(1_000_000_000));
        double[] values = samples.stream()
                .filter(sample -> !sample.takenAt().isBefore(since))
                .mapToDouble(Sample::value)
                .sorted()
                .toArray();

        Statistic statistic = store.statistics(since).get(0);

        assertThat(statistic.samples()).isEqualTo(values.length);
        assertThat(statistic.mean()).isCloseTo(Arrays.stream(values).average().orElseThrow(), withPercentage(1e-7));
        assertThat(statistic.median()).isCloseTo(values[(int) Math.ceil(values.length * 0.5) - 1], withPercentage(2));
        assertThat(statistic.p95()).isCloseTo(values[(int) Math.ceil(values.length * 0.95) - 1], withPercentage(2));
        assertThat(statistic.p99().orElseThrow().value()).isCloseTo(values[(int) Math.ceil(values.length * 0.99) - 1], withPercentage(2));
    }

    @Test
    void anEventIsTakenOnceHoweverOftenItIsDelivered() {
        List<Sample> samples = rtts(BERGEN_TO_SIMULA, 10, 20, 30);

        assertThat(store.appendOnce("run-1/7", samples)).isTrue();
        assertThat(store.appendOnce("run-1/7", samples)).isFalse();
        assertThat(store.appendOnce("run-1/8", rtts(BERGEN_TO_SIMULA, 40))).isTrue();

        assertThat(store.statistics(START).get(0).samples()).isEqualTo(4);
    }

    @Test
    void aLineHasAPointPerMinuteAndOfLongAgoPerHour() {
        store.append(List.of(
                sample(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 10, START),
                sample(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 14, START.plusMillis(1)),
                sample(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 20, START.minusSeconds(120)),
                sample(BERGEN_TO_SIMULA, Quantity.JITTER, 1, START),
                sample(HAINAN_TO_SIMULA, Quantity.IDLE_RTT, 99, START)));

        List<TimelinePoint> minutes = store.timeline(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, START.minusSeconds(3600));
        List<TimelinePoint> hours = store.timeline(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, START.minus(Duration.ofDays(2)));

        assertThat(minutes).extracting(TimelinePoint::length).containsExactly(Duration.ofMinutes(1), Duration.ofMinutes(1));
        assertThat(minutes).extracting(point -> point.statistic().mean()).containsExactly(20.0, 12.0);
        assertThat(minutes.get(1).start()).isEqualTo(START.truncatedTo(ChronoUnit.MINUTES));
        assertThat(hours).extracting(TimelinePoint::length).containsOnly(Duration.ofHours(1));
        assertThat(hours.stream().mapToInt(point -> point.statistic().samples()).sum()).isEqualTo(3);
        assertThat(store.timeline(BERGEN_TO_SIMULA, Quantity.LOSS, START.minusSeconds(3600))).isEmpty();
        assertThat(store.timeline(BERGEN_TO_SIMULA.reversed(), Quantity.IDLE_RTT, START.minusSeconds(3600))).isEmpty();
    }

    @Test
    void threadsAppendAndReadAtOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        AtomicBoolean appending = new AtomicBoolean(true);
        try {
            List<Future<?>> writers = new ArrayList<>();
            for (int writer = 0; writer < 3; writer++) {
                int first = writer * 100;
                writers.add(threads.submit(() -> IntStream.range(first, first + 40)
                        .forEach(i -> store.append(rtts(BERGEN_TO_SIMULA, i + 1, i + 2, i + 3)))));
            }
            Future<?> reader = threads.submit(() -> {
                while (appending.get()) {
                    // Each append has three samples: a reader that saw a part of one would count otherwise.
                    store.statistics(START.minus(Duration.ofHours(2)))
                            .forEach(statistic -> assertThat(statistic.samples() % 3).isZero());
                }
            });
            for (Future<?> writer : writers) {
                writer.get();
            }
            appending.set(false);
            reader.get();
        } finally {
            appending.set(false);
            threads.shutdownNow();
        }
        assertThat(store.statistics(START).get(0).samples()).isEqualTo(360);
        assertThat(store.samples(BERGEN_TO_SIMULA, Quantity.IDLE_RTT, 1000)).hasSize(360);
    }

    /** One sample every 0.2 s from {@link #START} on. */
    static List<Sample> rtts(PathId path, double... values) {
        return IntStream.range(0, values.length)
                .mapToObj(i -> sample(path, Quantity.IDLE_RTT, values[i], START.plusMillis(200L * i)))
                .toList();
    }

    static Sample sample(PathId path, Quantity quantity, double value, Instant takenAt) {
        return new Sample(path, quantity, value, takenAt, "ping");
    }

    private static PathId path(String from, String fromIsp, String to, String toIsp, IpFamily family) {
        return new PathId(new AccessPoint(from, fromIsp, family), new AccessPoint(to, toIsp, family));
    }
}
