package org.caravan.rules.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Cost of 1,000 applications with ten rules and ten series each; {@code ./caravan bench rules} prints it. Time is virtual, work is real:
 * an application is evaluated when its readings arrive, when {@link ModelRules#next()} comes, and at the interval of the server, one
 * evaluation after another on one core. Each occupies the core for the processor time that it takes here.
 */
class CapacityTest {

    private static final int APPLICATIONS = Integer.getInteger("rules.applications", 1_000);
    private static final int EACH = 10;
    /** Interval of evaluations that nothing else causes. */
    private static final long INTERVAL = 1_000L * Integer.getInteger("rules.every", 5);
    private static final long READINGS = 15_000;
    /** Windows are full and the code is compiled from here on. */
    private static final long WARM = 90_000;
    private static final long END = 240_000;
    private static final double NANOS = 1e6;

    /** An evaluation of an application that waits for the core. @param at when its cause is there, in ms. @param cause as in the server */
    private record Due(long at, Cause cause, int application) {}

    private enum Cause { READINGS, TIME, INTERVAL }

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Random random = new Random(1);
    private final List<ModelRules> all = new ArrayList<>();
    private final Map<Integer, Long> next = new HashMap<>();
    private final PriorityQueue<Due> waiting = new PriorityQueue<>(Comparator.comparingLong(Due::at).thenComparing(Due::cause)
            .thenComparingInt(Due::application));
    private final EnumMap<Cause, Double> latest = new EnumMap<>(Cause.class);
    private final EnumMap<Cause, Integer> evaluations = new EnumMap<>(Cause.class);
    private double busy;
    private int due;

    @Test
    @Tag("slow")
    void aThousandApplicationsWithTenRulesEachTakeAFewPercentOfACore() {
        StringBuilder model = new StringBuilder();
        for (int i = 0; i < EACH; i++) {
            model.append("  metric m").append(i).append(" { sensor cpu of web  window 60 s by mean }\n  rule r").append(i)
                    .append(" { when m")
                    .append(i).append(" > 50 %  for 1 min  then scale out web  pause 2 min }\n");
        }
        RuleProgram program = Trace.of(model.toString(), List.of("rounds 0"), List.of()).program();
        long before = heap();
        for (int i = 0; i < APPLICATIONS; i++) {
            all.add(ModelRules.of(program));
            // Hosts are polled together, so that the readings of all applications arrive at once: the worst case.
            waiting.add(new Due(0, Cause.READINGS, i));
            waiting.add(new Due(INTERVAL * i / APPLICATIONS / 1_000 * 1_000, Cause.INTERVAL, i));
        }
        run();
        long used = heap() - before;
        double share = busy / (END - WARM);
        System.out.printf("%d applications, %d rules, %d series every %d s; intervals of %d s%n", APPLICATIONS, APPLICATIONS * EACH,
                APPLICATIONS * EACH, READINGS / 1_000, INTERVAL / 1_000);
        System.out.printf("share of a core           %6.2f %%, %d rules found due%n", 100 * share, due);
        latest.forEach((cause, millis) -> System.out.printf("%-9s %7d evaluations, the latest decided %6.0f ms after its cause%n",
                cause.name().toLowerCase(Locale.ROOT), evaluations.get(cause), millis));
        System.out.printf("heap                      %6d MiB%n", used >> 20);
        all.forEach(ModelRules::close);
        assertThat(due).isPositive();
        assertThat(share).isLessThan(0.15);
        assertThat(used >> 20).isLessThan(256);
    }

    private void run() {
        double free = 0;
        for (Due one = waiting.remove(); one.at() <= END; one = waiting.remove()) {
            int application = one.application();
            if (one.cause() == Cause.TIME && next.getOrDefault(application, -1L) != one.at()) {
                continue; // Another evaluation came first.
            }
            double begun = Math.max(free, one.at());
            free = begun + evaluate(one, (long) begun) / NANOS;
            if (one.at() >= WARM) {
                busy += free - begun;
                latest.merge(one.cause(), free - one.at(), Math::max);
                evaluations.merge(one.cause(), 1, Integer::sum);
            }
            if (one.cause() != Cause.TIME) {
                waiting.add(new Due(one.at() + (one.cause() == Cause.READINGS ? READINGS : INTERVAL), one.cause(), application));
            }
            long from = (long) begun;
            next.put(application, all.get(application).next().map(at -> Duration.between(Trace.ZERO, at).toMillis())
                    .filter(at -> at < from + INTERVAL).orElse(-1L));
            if (next.get(application) >= 0) {
                waiting.add(new Due(next.get(application), Cause.TIME, application));
            }
        }
    }

    /** @return processor time in ns */
    private long evaluate(Due one, long now) {
        Instant at = Trace.ZERO.plusMillis(now);
        long begin = threads.getCurrentThreadCpuTime();
        List<MetricReading> readings = new ArrayList<>();
        for (int i = 0; one.cause() == Cause.READINGS && i < EACH; i++) {
            readings.add(new MetricReading("m" + i, random.nextDouble(), at));
        }
        long found = all.get(one.application()).evaluate(new ModelRound(at, readings, Map.of(), List.of(), one.cause() == Cause.TIME))
                .stream().filter(ModelFinding.RuleDue.class::isInstance).count();
        due += (int) found;
        return threads.getCurrentThreadCpuTime() - begin;
    }

    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
