package org.caravan.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A model of ten thousand lines is read whole; how long that takes is printed, beside the processor time of it: others may use this
 * machine, too.
 */
class LargeModelTest {

    private static final int LINES = 10_000;

    private static final double NANOSECONDS = 1e9;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Lines of one component with all that goes with it. */
    private static final int LINES_OF_ONE = 14;

    @Test
    @Tag("slow")
    void tenThousandLines() {
        String text = text(LINES / LINES_OF_ONE);
        assertThat(text.lines().count()).isBetween((long) LINES - LINES_OF_ONE, (long) LINES + LINES_OF_ONE);
        long unready = THREADS.getCurrentThreadCpuTime();
        CaravanLanguage.parse(Map.of("none.caravan", ""));
        System.out.printf(Locale.ROOT, "language: made ready in %.2f CPU-seconds, which a server does before anybody asks%n",
                (THREADS.getCurrentThreadCpuTime() - unready) / NANOSECONDS);
        for (int run = 1; run <= 6; run++) {
            long begin = System.nanoTime();
            long used = THREADS.getCurrentThreadCpuTime();
            ParsedModels parsed = CaravanLanguage.parse(Map.of("large.caravan", text));
            System.out.printf(Locale.ROOT, "language: %d lines validated in %.2f CPU-seconds, %.2f s by the clock (run %d%s)%n",
                    text.lines().count(),
                    (THREADS.getCurrentThreadCpuTime() - used) / NANOSECONDS, (System.nanoTime() - begin) / NANOSECONDS, run, run == 1
                            ? ", cold" : "");
            assertThat(parsed.hasErrors()).isFalse();
            assertThat(parsed.applications().get(0).components()).hasSize(LINES / LINES_OF_ONE);
        }
    }

    private static String text(int components) {
        StringBuilder text = new StringBuilder("application large {\n");
        for (int i = 0; i < components; i++) {
            text.append("""
                      component part-%1$d {
                        form container { image "large/part"  cpu 0.1  memory 64 MiB  env { NUMBER "%1$d" } }
                        replicas 1..3  capacity 20 requests/s
                        provides http on 8080  ready when GET "/health" is 200
                        %2$s
                      }
                      users group-%1$d { at somewhere via Telenor ipv4  rate 2 requests/s  mix ask-%1$d 100 %% }
                      request ask-%1$d {
                        users -> part-%1$d  turns 1  bytes 8 KiB
                      }
                      slo fast-%1$d { p95 latency of ask-%1$d < 120 ms }
                      metric load-%1$d { sensor cpu of part-%1$d  every 5 s  window 60 s by mean }
                      metric heat-%1$d { formula max(load-%1$d, %3$s) * 2 }
                      rule more-%1$d { when heat-%1$d > 80 %%  for 2 min  then scale out part-%1$d }
                    """.formatted(i, i == 0 ? "" : "requires part-" + (i - 1) + ".http", i == 0 ? "1 %" : "heat-" + (i - 1)));
        }
        return text.append("}\n").toString();
    }
}
