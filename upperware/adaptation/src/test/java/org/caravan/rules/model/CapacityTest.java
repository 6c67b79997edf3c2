package org.caravan.rules.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Cost of 1,000 applications with ten rules and ten series each; {@code ./caravan bench rules} prints it. */
class CapacityTest {

    private static final int APPLICATIONS = Integer.getInteger("rules.applications", 1_000);
    private static final int EACH = 10;
    private static final int ROUND_SECONDS = 5;
    private static final int READINGS_SECONDS = 15;
    /** Windows are full and the code is compiled from here on. */
    private static final int WARM_SECONDS = 90;
    private static final int SECONDS = 240;
    private static final long MILLION = 1_000_000;

    @Test
    @Tag("slow")
    void aThousandApplicationsWithTenRulesEachTakeAFewPercentOfACore() {
        StringBuilder model = new StringBuilder();
        for (int i = 0; i < EACH; i++) {
            model.append("  metric m").append(i).append(" { sensor cpu of web  window 60 s by mean }\n  rule r").append(i).append(" { when m")
                    .append(i).append(" > 80 %  for 1 min  then scale out web  pause 2 min }\n");
        }
        RuleProgram program = Trace.of(model.toString(), List.of("rounds 0"), List.of()).program();
        long before = heap();
        List<ModelRules> all = new ArrayList<>();
        for (int i = 0; i < APPLICATIONS; i++) {
            all.add(ModelRules.of(program));
        }
        List<Long> rounds = rounds(all);
        long used = heap() - before;
        long sum = rounds.stream().mapToLong(Long::longValue).sum();
        double share = sum / (double) rounds.size() / (ROUND_SECONDS * 1e9);
        System.out.printf("%d applications, %d rules, %d series every %d s, evaluated every %d s%n", APPLICATIONS, APPLICATIONS * EACH,
                APPLICATIONS * EACH, READINGS_SECONDS, ROUND_SECONDS);
        System.out.printf("share of a core           %6.2f %%%n", 100 * share);
        System.out.printf("longest evaluation of all %6d ms (a decision follows at most %d s and this after the end of a window)%n",
                rounds.stream().mapToLong(Long::longValue).max().orElseThrow() / MILLION, ROUND_SECONDS);
        System.out.printf("heap                      %6d MiB%n", used >> 20);
        all.forEach(ModelRules::close);
        assertThat(share).isLessThan(0.15);
        assertThat(used >> 20).isLessThan(256);
    }

    /** Processor time of each evaluation of all applications, in ns. */
    private static List<Long> rounds(List<ModelRules> all) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Random random = new Random(1);
        List<Long> rounds = new ArrayList<>();
        for (int second = 0; second <= SECONDS; second += ROUND_SECONDS) {
            Instant at = Trace.ZERO.plusSeconds(second);
            long begin = threads.getCurrentThreadCpuTime();
            for (ModelRules rules : all) {
                List<MetricReading> readings = new ArrayList<>();
                for (int i = 0; second % READINGS_SECONDS == 0 && i < EACH; i++) {
                    readings.add(new MetricReading("m" + i, random.nextDouble(), at));
                }
                rules.evaluate(new ModelRound(at, readings, Map.of(), List.of()));
            }
            if (second >= WARM_SECONDS) {
                rounds.add(threads.getCurrentThreadCpuTime() - begin);
            }
        }
        return rounds;
    }

    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
