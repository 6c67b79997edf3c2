package org.caravan.probe;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.ssh.CommandChannel;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;

/**
 * A process on each machine that sends and receives packet trains ({@code tcp-probe.py together}). What a machine writes affects only
 * trains that it sends or receives.
 */
final class TrainProcesses implements AutoCloseable {

    /** Ports of flows; {@code tcp-probe.py} binds one of them. */
    private static final int LEAST_PORT = 9000;

    private static final int MOST_PORT = 9190;

    /** Lines that a machine may write; each train is one. */
    private static final int MOST_LINES = 10_000;

    private static final Pattern READY = Pattern.compile("ready (\\d{1,5})");
    private static final Pattern ARRIVED = Pattern.compile("train (\\d{1,9}) (\\d{1,6}) (\\d{1,15})");
    private static final Pattern FAILED = Pattern.compile("failed (\\d{1,9}) (.{1,200})");
    private static final List<Pattern> KNOWN_LINES = List.of(READY, ARRIVED, FAILED);

    private final Shell shell;
    private final Machines machines;
    private final Map<String, CommandChannel> channels = new HashMap<>();
    private final Map<String, Integer> ports = new HashMap<>();
    private final Map<String, String> broken = new HashMap<>();
    private final BlockingQueue<OutputLine> output = new LinkedBlockingQueue<>();

    TrainProcesses(Shell shell, Machines machines) {
        this.shell = shell;
        this.machines = machines;
    }

    /** A line of a machine's process; without text when the process has ended. */
    private record OutputLine(String machineId, Optional<String> text) {}

    /**
     * What a machine reports about a train.
     *
     * @param packetRate bit/s of the packets that arrived, by the receiver; 0 if they are too few, or the train was not sent
     * @param fault why the sender could not send it
     */
    record Report(String machineId, int number, long packetRate, Optional<String> fault) {}

    /**
     * Starts a process on each machine, and waits until each has started or failed.
     *
     * @param addresses addresses that each machine uses, by its id
     * @param start maximum time until the processes have started
     * @param life time after which a process ends by itself
     * @param stopped whether the processes are not needed any more
     * @return whether the shell can keep a command running; otherwise nothing was started
     */
    boolean start(Map<String, Set<String>> addresses, Duration start, Duration life, BooleanSupplier stopped) {
        byte[] program = TcpProbeProgram.text();
        byte[] token = new byte[8];
        new SecureRandom().nextBytes(token);
        String command = "LC_ALL=C exec timeout -k 2 " + life.toSeconds() + " python3 -u -c 'import sys; exec(sys.stdin.read("
                + new String(program, StandardCharsets.UTF_8).length() + "))' together " + HexFormat.of().formatHex(token) + " ";
        for (Map.Entry<String, Set<String>> entry : addresses.entrySet()) {
            try {
                CommandChannel channel;
                try {
                    channel = shell.talk(machines.machine(entry.getKey()), command + String.join(" ", entry.getValue()), start,
                            listener(entry.getKey()));
                } catch (UnsupportedOperationException keepsNone) {
                    return false;
                }
                channels.put(entry.getKey(), channel);
                channel.say(program);
            } catch (ShellFault unreachable) {
                broken.put(entry.getKey(), unreachable.getMessage());
            }
        }
        long begin = System.nanoTime();
        while (!stopped.getAsBoolean() && addresses.keySet().stream().anyMatch(id -> !ports.containsKey(id) && !broken.containsKey(id))) {
            long now = System.nanoTime();
            if (!hasOutput() && now - begin > start.toNanos()) {
                break;
            }
            next();
        }
        addresses.keySet().stream().filter(id -> !ports.containsKey(id)).forEach(id -> broken.putIfAbsent(id, "its python3 did not start"));
        return true;
    }

    private CommandChannel.Listener listener(String machineId) {
        return new CommandChannel.Listener() {
            private int lines;

            /** Start files of the shell may write other lines. */
            @Override
            public void heard(String line) {
                if (KNOWN_LINES.stream().anyMatch(known -> known.matcher(line).matches()) && lines++ < MOST_LINES) {
                    output.add(new OutputLine(machineId, Optional.of(line)));
                }
            }

            @Override
            public void ended() {
                output.add(new OutputLine(machineId, Optional.empty()));
            }
        };
    }

    /** Whether output waits to be read: a report may be in it. */
    boolean hasOutput() {
        return !output.isEmpty();
    }

    /** Why a machine cannot send or receive; empty if it can. */
    Optional<String> fault(String machineId) {
        return Optional.ofNullable(broken.get(machineId));
    }

    /** Port at which a machine receives; only if it has no fault. */
    int port(String machineId) {
        return ports.get(machineId);
    }

    void say(String machineId, String line) {
        try {
            channels.get(machineId).say((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (ShellFault unreachable) {
            broken.putIfAbsent(machineId, unreachable.getMessage());
        }
    }

    /** Reads one line, or waits for some milliseconds. */
    Optional<Report> next() {
        OutputLine line = poll();
        if (line == null) {
            return Optional.empty();
        }
        String machineId = line.machineId();
        if (line.text().isEmpty()) {
            broken.putIfAbsent(machineId, "its process ended");
            return Optional.empty();
        }
        Matcher ready = READY.matcher(line.text().get());
        Matcher arrived = ARRIVED.matcher(line.text().get());
        Matcher failed = FAILED.matcher(line.text().get());
        if (ready.matches()) {
            ready(machineId, Integer.parseInt(ready.group(1)));
        } else if (arrived.matches()) {
            return Optional.of(new Report(machineId, Integer.parseInt(arrived.group(1)), Long.parseLong(arrived.group(3)),
                    Optional.empty()));
        } else if (failed.matches()) {
            return Optional.of(new Report(machineId, Integer.parseInt(failed.group(1)), 0, Optional.of(failed.group(2))));
        }
        return Optional.empty();
    }

    private OutputLine poll() {
        try {
            return output.poll(50, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the probe run was interrupted", e);
        }
    }

    /** Only the first port counts: another would direct packets of other machines elsewhere. */
    private void ready(String machineId, int port) {
        if (port < LEAST_PORT || port > MOST_PORT) {
            broken.putIfAbsent(machineId, "its process reports port " + port + ", not one from " + LEAST_PORT + " to " + MOST_PORT);
        } else {
            ports.putIfAbsent(machineId, port);
        }
    }

    /** A process ends with its standard input. */
    @Override
    public void close() {
        channels.values().forEach(CommandChannel::close);
    }
}
