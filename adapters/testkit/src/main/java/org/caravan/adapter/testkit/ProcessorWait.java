package org.caravan.adapter.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.infrastructure.Host;

/**
 * How long the programs of a measurement were ready to run and waited for a processor, until now, as the kernel counts it (run delay in
 * {@code /proc/PID/schedstat}): senders, receivers and the node's own program on hosts of the bed, and, where a server or an adapter acts
 * in this process during the measurement, all threads of this process.
 *
 * <p>If programs wait, a measured rate or time is one of the machine and not one of the product: see {@link MeasuredRounds}.
 */
public final class ProcessorWait {

    /** Files with process ids, which senders, receivers and the node's own program write. */
    private static final List<String> PROGRAMS = List.of("/run/sender.pids", "/run/receiver.pids", "/run/flood.pids", "/run/download.pids",
            "/run/stand.pids", "/run/caravan/shaper.pid");
    /** Part of the time that a program of hosts may wait: it sleeps most of the time, and has to run when it wakes. */
    private static final double MOST = 0.1;
    /** Part of its work that this process may wait: more means that it runs at less than half of its speed. */
    private static final double MOST_HERE = 0.5;

    /** Seconds that each program of a host has waited, and the time of that count in seconds. */
    private final Map<String, double[]> programs = new TreeMap<>();
    /** Nanoseconds that each thread of this process has run and waited. */
    private final Map<String, long[]> threads = new TreeMap<>();

    private ProcessorWait() {}

    /** Adds all threads of this process. */
    public ProcessorWait andHere() {
        String[] ids = new File("/proc/self/task").list();
        for (String id : ids == null ? new String[0] : ids) {
            try {
                String[] words = Files.readString(Path.of("/proc/self/task", id, "schedstat")).strip().split(" ");
                threads.put(id, new long[] {Long.parseLong(words[0]), Long.parseLong(words[1])});
            } catch (IOException ended) {
                continue; // the thread, or the kernel has no such file
            }
        }
        return this;
    }

    /** Programs of these hosts, as of now. A program that is not there, or a kernel without these files, adds nothing. */
    public static ProcessorWait on(EmulatedBed bed, Host... hosts) {
        ProcessorWait wait = new ProcessorWait();
        for (Host host : hosts) {
            bed.on(host, """
                    for file in %s; do
                        for pid in $(cat $file 2>/dev/null || true); do
                            read -r now rest </proc/uptime
                            if read -r run waited rest 2>/dev/null </proc/$pid/schedstat; then echo ${file##*/} $pid $waited $now; fi
                        done
                    done
                    """.formatted(String.join(" ", PROGRAMS))).lines().forEach(line -> wait.add(line, host.id().toString()));
        }
        return wait;
    }

    /** @param lines file with the id, id, nanoseconds of run delay and seconds since the start of the machine, separated by spaces */
    static ProcessorWait of(List<String> lines, String host) {
        ProcessorWait wait = new ProcessorWait();
        lines.forEach(line -> wait.add(line, host));
        return wait;
    }

    private void add(String line, String host) {
        String[] words = line.split(" ");
        programs.put(words[0].split("\\.")[0] + " " + words[1] + " on " + host,
                new double[] {Long.parseLong(words[2]) / 1e9, Double.parseDouble(words[3])});
    }

    /** This process alone. */
    public static ProcessorWait here() {
        return new ProcessorWait().andHere();
    }

    /**
     * Waits since an earlier look, of programs that run since then and of all threads that run now. A sender or receiver that has ended
     * since then has waited all the time. The node's own program can be killed by a test.
     */
    public Shares since(ProcessorWait earlier) {
        Map<String, Double> shares = new TreeMap<>();
        programs.forEach((program, now) -> {
            double[] before = earlier.programs.get(program);
            if (before != null && now[1] > before[1]) {
                shares.put(program, (now[0] - before[0]) / (now[1] - before[1]));
            }
        });
        earlier.programs.keySet().stream().filter(program -> !programs.containsKey(program) && !program.startsWith("shaper "))
                .forEach(program -> shares.put(program + ", which has ended", 1.0));
        long run = 0;
        long waited = 0;
        for (Map.Entry<String, long[]> thread : threads.entrySet()) {
            long[] before = earlier.threads.getOrDefault(thread.getKey(), new long[2]);
            run += thread.getValue()[0] - before[0];
            waited += thread.getValue()[1] - before[1];
        }
        return new Shares(shares, waited / (double) Math.max(1, run + waited));
    }

    /**
     * Parts, 0 to 1.
     *
     * @param byProgram of the time since the earlier look, by program of a host
     * @param here of the time in which threads of this process could run; 0 if they were not looked at
     */
    public record Shares(Map<String, Double> byProgram, double here) {

        /** True if a program waited so long that measured rates and times are those of the machine. */
        public boolean starved() {
            return here > MOST_HERE || byProgram.values().stream().anyMatch(share -> share > MOST);
        }

        /** With the limits of {@link #starved}. */
        @Override
        public String toString() {
            String process = here > 0 ? String.format(Locale.ROOT, "test process %.0f %% of its work (at most %.0f %%); ", here * 100,
                    MOST_HERE * 100) : "";
            String text = String.format(Locale.ROOT, "waited for a processor: %sof the time (at most %.0f %%): ", process, MOST * 100);
            return byProgram.entrySet().stream().map(one -> String.format(Locale.ROOT, "%s %.0f %%", one.getKey(), one.getValue() * 100))
                    .collect(Collectors.joining(", ", text, ""));
        }
    }
}
