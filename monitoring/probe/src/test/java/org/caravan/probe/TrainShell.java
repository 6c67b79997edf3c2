package org.caravan.probe;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.ssh.CommandChannel;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;

/** Simulated processes of machines that send packet trains and report those that arrive; no network is used. */
final class TrainShell implements Shell {

    /** Bits per second in a train's report, unless a test decides otherwise. */
    static final long RATE = 100_000_000;
    /** In place of a line: the process ends. */
    static final String END = "END";
    private static final Pattern ROUTE = Pattern.compile("ip -4 route get (\\S+) from (\\S+) .*?=== (\\d+) route");

    final Map<String, List<String>> atStart = new HashMap<>();
    final Map<String, String> gateways = new HashMap<>();
    final Map<String, CommandChannel.Listener> processes = new HashMap<>();
    final List<Train> sent = new ArrayList<>();
    Reports report = train -> List.of(train.arrived(RATE));
    Optional<String> later = Optional.empty();
    boolean keepsCommands = true;

    @Override
    public CommandResult run(Machine machine, String command, byte[] input, Duration timeout) {
        Matcher route = ROUTE.matcher(command);
        StringBuilder output = new StringBuilder();
        while (route.find()) {
            String own = route.group(2).replaceAll("\\.10$", ".1");
            output.append("=== ").append(route.group(3)).append(" route 0\n").append(route.group(1)).append(" from ")
                    .append(route.group(2)).append(" via ").append(gateways.getOrDefault(machine.id(), own)).append(" dev eth0\n");
        }
        return new CommandResult(0, output.toString(), "");
    }

    @Override
    public CommandChannel talk(Machine machine, String command, Duration timeout, CommandChannel.Listener listener) {
        if (!keepsCommands) {
            return Shell.super.talk(machine, command, timeout, listener);
        }
        processes.put(machine.id(), listener);
        Runnable start = () -> atStart.getOrDefault(machine.id(), List.of("ready 9000")).forEach(line -> write(listener, line));
        if (later.filter(machine.id()::equals).isPresent()) {
            Thread thread = new Thread(() -> {
                sleep();
                start.run();
            });
            thread.setDaemon(true);
            thread.start();
        } else {
            start.run();
        }
        return new Channel(machine.id());
    }

    /** Number of the first train on a path. */
    int first(String path) {
        return sent.stream().filter(train -> train.isPath(path)).findFirst().orElseThrow().number();
    }

    private static void sleep() {
        try {
            Thread.sleep(300);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void write(CommandChannel.Listener listener, String line) {
        if (line.equals(END)) {
            listener.ended();
        } else {
            listener.heard(line);
        }
    }

    private void send(String machineId, String line) {
        String[] words = line.strip().split(" ");
        String to = "vantage-" + words[2].split("\\.")[1];
        int nth = 1 + (int) sent.stream().filter(before -> before.from().equals(machineId) && before.to().equals(to)).count();
        Train train = new Train(machineId, to, Integer.parseInt(words[0]), Integer.parseInt(words[3]), nth);
        sent.add(train);
        report.of(train).forEach(text -> write(processes.get(text.substring(0, text.indexOf(' '))),
                text.substring(text.indexOf(' ') + 1)));
    }

    @Override
    public void upload(Machine machine, Path local, String remote, Duration timeout) {
        throw new AssertionError("packet trains bring no file");
    }

    @Override
    public void close() {
        // holds nothing
    }

    private final class Channel implements CommandChannel {

        private final String machineId;
        private boolean hasProgram;

        private Channel(String machineId) {
            this.machineId = machineId;
        }

        @Override
        public void say(byte[] words) {
            if (hasProgram) {
                send(machineId, new String(words, StandardCharsets.UTF_8));
            }
            hasProgram = true;
        }

        @Override
        public void close() {
            // The next take starts other processes.
        }
    }

    /**
     * A train that a process was asked to send.
     *
     * @param nth of this path, from 1
     */
    record Train(String from, String to, int number, int port, int nth) {

        boolean isPath(String path) {
            return path.equals(from.substring(8) + ">" + to.substring(8));
        }

        String arrived(long rate) {
            return arrived(number, rate);
        }

        String arrived(int number, long rate) {
            return to + " train " + number + " 100 " + rate;
        }
    }

    interface Reports {

        /** Lines that processes write, each after the machine that writes it. */
        List<String> of(Train train);
    }
}
