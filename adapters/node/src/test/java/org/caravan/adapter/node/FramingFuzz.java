package org.caravan.adapter.node;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;

/** Sends hostile calls to machines, two at a time to each, and counts what became of them. */
final class FramingFuzz {

    private static final int AT_ONCE = 2;
    private static final int CALLS_PER_LINE = 5_000;

    /** What became of a call. */
    enum End {
        RAN_AS_SENT,
        /** Has a NUL, and was not sent. */
        REFUSED_AT_SENDER,
        /** Arrived changed, and none of it ran. */
        REFUSED_AT_NODE,
        /** Its session ended under it, since what came to the node was no call; it may be repeated. */
        ENDED_WITH_SESSION,
        /** Its time limit passed: the node waits for the rest of a call that arrived cut short, or the machine is overloaded. */
        NOT_ENDED_IN_TIME,
        /** Has a NUL, and was sent; or wrote something else; or text of it ran. */
        SHIFTED
    }

    private final Map<End, LongAdder> counts = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> odd = new ConcurrentHashMap<>();
    private final AtomicLong done = new AtomicLong();
    private final List<Machine> machines;
    private final Path proof;

    /** @param proof file that exists afterwards if text of a call ran as a program on this machine */
    FramingFuzz(List<Machine> machines, Path proof) {
        this.machines = List.copyOf(machines);
        this.proof = proof;
    }

    void run(Shell shell, long seed, int calls, Duration timeout) throws Exception {
        AtomicLong left = new AtomicLong(calls);
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE * machines.size());
        try (RemoteSessionPool sessions = new RemoteSessionPool(shell)) {
            Random seeds = new Random(seed);
            List<Future<?>> workers = new ArrayList<>();
            for (int worker = 0; worker < AT_ONCE * machines.size(); worker++) {
                HostileCalls hostile = new HostileCalls(seeds.nextLong(), proof.toString());
                Machine machine = machines.get(worker % machines.size());
                workers.add(threads.submit(() -> {
                    while (left.getAndDecrement() > 0) {
                        count(end(hostile.next(), sessions, machine, timeout), calls);
                    }
                }));
            }
            for (Future<?> worker : workers) {
                worker.get();
            }
        } finally {
            threads.shutdownNow();
        }
        if (Files.exists(proof)) {
            counts.computeIfAbsent(End.SHIFTED, none -> new LongAdder()).increment();
            odd.computeIfAbsent("text of a call ran: " + proof + " is there", none -> new LongAdder()).increment();
        }
    }

    private void count(End end, int calls) {
        counts.computeIfAbsent(end, none -> new LongAdder()).increment();
        long number = done.incrementAndGet();
        if (number % CALLS_PER_LINE == 0 && number < calls) {
            System.out.println("framing: " + number + " of " + calls + ", shifted " + count(End.SHIFTED));
        }
    }

    private End end(HostileCalls.Call call, RemoteSessionPool sessions, Machine machine, Duration timeout) {
        try {
            CommandResult result = sessions.on(machine).run(call.script(), timeout, timeout);
            if (!call.withNul() && result.succeeded() && result.output().equals(call.expected().stripTrailing())) {
                return End.RAN_AS_SENT;
            }
            if (result.exitCode() == 124 && result.output().isEmpty()) {
                return End.ENDED_WITH_SESSION;
            }
            odd.computeIfAbsent("answer " + result + " to " + call.expected(), none -> new LongAdder()).increment();
            return End.SHIFTED;
        } catch (ShellFault e) {
            if (e.kind() == ShellFault.Kind.MALFORMED && call.withNul() && e.getMessage().contains("NUL")) {
                return End.REFUSED_AT_SENDER;
            }
            if (!call.withNul() && e.kind() == ShellFault.Kind.UNREACHABLE) {
                return e.getMessage().contains("arrived corrupted") ? End.REFUSED_AT_NODE : End.ENDED_WITH_SESSION;
            }
            if (!call.withNul() && e.kind() == ShellFault.Kind.TIMEOUT) {
                return End.NOT_ENDED_IN_TIME;
            }
            odd.computeIfAbsent(e.toString(), none -> new LongAdder()).increment();
            return End.SHIFTED;
        }
    }

    long count(End end) {
        return counts.containsKey(end) ? counts.get(end).sum() : 0;
    }

    long sent() {
        return counts.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** Faults and answers that no call should have had. */
    String odd() {
        return odd.keySet().stream().limit(5).collect(Collectors.joining("\n"));
    }

    @Override
    public String toString() {
        return "calls " + sent() + Arrays.stream(End.values())
                .map(end -> ", " + end.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " " + count(end)).collect(Collectors.joining());
    }
}
