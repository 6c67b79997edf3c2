package org.caravan.solver;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What one method reached after how many seconds of its own thread's CPU time, so that a busy machine does not blur it. */
final class BenchTrace {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private record Mark(double seconds, long hard, long soft) {}

    private final String method;
    private final long threadId = Thread.currentThread().getId();
    private final double began = cpu();
    private final List<Mark> marks = new ArrayList<>();
    private double ended;
    private double calculationsPerSecond = Double.NaN;
    private double triedPerSecond = Double.NaN;
    private long liveBytes;
    private double load;
    private String note = "";

    BenchTrace(String method) {
        this.method = method;
    }

    private double cpu() {
        return THREADS.getThreadCpuTime(threadId) / 1e9;
    }

    double seconds() {
        return cpu() - began;
    }

    void reached(long hard, long soft) {
        marks.add(new Mark(seconds(), hard, soft));
    }

    void calculations(long count, double seconds) {
        calculationsPerSecond = count / seconds;
    }

    /** @param count seats tried on a running score, which are no calculations of OptaPlanner's */
    void tried(long count, double seconds) {
        triedPerSecond = count / seconds;
    }

    void note(String words) {
        note = words;
    }

    /** Once all is done; what is still needed of the method must be reachable. */
    void end() {
        ended = seconds();
        load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        liveBytes = runtime.totalMemory() - runtime.freeMemory();
    }

    String method() {
        return method;
    }

    String note() {
        return note;
    }

    double ended() {
        return ended;
    }

    double calculationsPerSecond() {
        return calculationsPerSecond;
    }

    double triedPerSecond() {
        return triedPerSecond;
    }

    double liveMegabytes() {
        return liveBytes / 1e6;
    }

    /** Of the machine, over the last minute: what else ran. */
    double load() {
        return load;
    }

    OptionalDouble firstFeasible() {
        return marks.stream().filter(mark -> mark.hard() == 0).mapToDouble(Mark::seconds).findFirst();
    }

    /** Of what keeps all obligations, the best after so many seconds; empty where there was nothing yet, or no need to go on. */
    OptionalLong best(double seconds) {
        return marks.stream().filter(mark -> mark.hard() == 0 && mark.seconds() <= seconds).mapToLong(Mark::soft).min();
    }
}
