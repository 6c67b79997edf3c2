package org.caravan.probe;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.measure.ProbeBatch.Outcome;
import org.caravan.measure.ProbeFault;
import org.caravan.measure.ProbeOrder.PacketTrains;
import org.caravan.measure.ProbePoint;
import org.caravan.measure.ProbeResult;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.probe.TrainProcesses.Report;
import org.caravan.ssh.Shell;
import org.caravan.text.TextRule;
import org.caravan.unit.Millis;

/**
 * Sends packet trains on many paths with one process per machine, which both sends and receives. This class starts a train when no other
 * train uses the sender's access link outwards or the receiver's access link inwards, and reads from the receiver what arrived. Trains in
 * opposite directions of a link may overlap: nothing is acknowledged on the path.
 */
final class TrainsTogether {

    /** A single train slower than this share of what its two access links carried for others is repeated: a machine may have stalled. */
    private static final double SUSPICIOUS = 0.85;

    /** Orders per repetition, so that repetitions cost at most a tenth of the bytes. */
    private static final int ORDERS_PER_REPETITION = 10;

    private final Shell shell;
    private final Machines machines;
    private final Clock clock;
    private final Limits limits;

    TrainsTogether(Shell shell, Machines machines, Clock clock) {
        this(shell, machines, clock, Limits.DEFAULT);
    }

    TrainsTogether(Shell shell, Machines machines, Clock clock, Limits limits) {
        this.shell = shell;
        this.machines = machines;
        this.clock = clock;
        this.limits = limits;
    }

    /**
     * Times to wait for a machine.
     *
     * @param start start of Python on a busy machine
     * @param train from the order to the receiver's report: two round trips, and 100 packets of a link of 0.5 Mbit/s
     */
    record Limits(Duration start, Duration train) {

        static final Limits DEFAULT = new Limits(Duration.ofSeconds(20), Duration.ofSeconds(6));
    }

    /** Orders get no outcome if the shell of this server keeps no command running. */
    void take(List<PacketTrains> orders, BooleanSupplier stopped, Outcome outcome) {
        if (orders.isEmpty() || stopped.getAsBoolean()) {
            return;
        }
        try (Session session = new Session(orders, stopped)) {
            if (session.start()) {
                session.send(outcome);
            }
        }
    }

    /** Trains of one order that are under way. */
    private static final class Running {
        private final PacketTrains order;
        private final Instant startedAt;
        private final List<Sample> samples = new ArrayList<>();
        private int sent;
        private long sentNanos;
        private Optional<String> fault = Optional.empty();

        Running(PacketTrains order, Instant startedAt) {
            this.order = order;
            this.startedAt = startedAt;
        }

        /** The highest rate so far, bit/s; 0 without one. */
        double rate() {
            return samples.stream().mapToDouble(Sample::value).max().orElse(0);
        }
    }

    private final class Session implements AutoCloseable {

        private final BooleanSupplier stopped;
        private final List<PacketTrains> waiting;
        private final Map<String, Set<String>> addresses = new LinkedHashMap<>();
        private final TrainProcesses processes = new TrainProcesses(shell, machines);
        private final Map<Integer, Running> running = new LinkedHashMap<>();
        private final List<Running> unconfirmed = new ArrayList<>();
        private final CarriedRates rates = new CarriedRates();
        private final Set<String> used = new HashSet<>();
        private final Map<PacketTrains, Running> repeated = new HashMap<>();
        private int repetitionsLeft;
        private int number;

        Session(List<PacketTrains> orders, BooleanSupplier stopped) {
            this.stopped = stopped;
            Map<String, Long> demand = orders.stream().flatMap(TrainsTogether::links)
                    .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
            // The most demanded link determines the duration, so its trains start first.
            this.waiting = new ArrayList<>(orders);
            this.repetitionsLeft = Math.max(1, orders.size() / ORDERS_PER_REPETITION);
            waiting.sort(Comparator.comparingLong((PacketTrains order) -> links(order).mapToLong(demand::get).max().orElse(0)).reversed());
            orders.stream().flatMap(order -> Stream.of(order.from(), order.to()))
                    .forEach(at -> addresses.computeIfAbsent(at.machineId(), any -> new TreeSet<>()).add(at.address()));
        }

        /** Returns false if the shell keeps no command running. */
        boolean start() {
            Duration life = limits.start().plus(limits.train().multipliedBy(2)).plusSeconds(waiting.size());
            return processes.start(addresses, limits.start(), life, stopped);
        }

        void send(Outcome outcome) {
            while (!waiting.isEmpty() || !running.isEmpty() || !unconfirmed.isEmpty()) {
                if (waiting.isEmpty() && running.isEmpty()) {
                    repeat(outcome);
                }
                begin(outcome);
                processes.next().flatMap(this::ended).ifPresent(done -> end(done, outcome));
                long now = System.nanoTime();
                // Output that waits may be the report: then this server was late, not the train.
                if (!processes.hasOutput()) {
                    late(now).forEach(each -> end(running.remove(each), outcome));
                }
            }
        }

        private List<Integer> late(long now) {
            return running.entrySet().stream()
                    .filter(entry -> now - entry.getValue().sentNanos > limits.train().toNanos())
                    .map(Map.Entry::getKey)
                    .toList();
        }

        private void begin(Outcome outcome) {
            if (stopped.getAsBoolean()) {
                // A train whose repetition has not started is complete.
                waiting.stream().filter(repeated::containsKey).forEach(order -> report(repeated.get(order), outcome));
                waiting.clear();
            }
            for (Iterator<PacketTrains> each = waiting.iterator(); each.hasNext();) {
                PacketTrains order = each.next();
                Optional<String> broken = Stream.of(order.from().machineId(), order.to().machineId())
                        .flatMap(id -> processes.fault(id).map(fault -> id + ": " + fault).stream()).findFirst();
                if (broken.isPresent() && repeated.containsKey(order)) {
                    each.remove();
                    report(repeated.get(order), outcome);
                } else if (broken.isPresent()) {
                    each.remove();
                    outcome.failed(order, fault(order, broken.get(), "install python3 on both, or see whether they answer"));
                } else if (links(order).noneMatch(used::contains)) {
                    each.remove();
                    links(order).forEach(used::add);
                    send(repeated.containsKey(order) ? repeated.get(order) : new Running(order, clock.instant()));
                }
            }
        }

        /** Queues the most suspicious trains again, now that all access links are known, and reports the others. */
        private void repeat(Outcome outcome) {
            List<Running> known = unconfirmed.stream().sorted(Comparator.comparingDouble(this::share)).toList();
            unconfirmed.clear();
            for (Running train : known) {
                if (train.sent <= PacketTrains.MOST_REPETITIONS && isSuspicious(train) && repetitionsLeft > 0 && !stopped.getAsBoolean()) {
                    repetitionsLeft--;
                    repeated.put(train.order, train);
                    waiting.add(train.order);
                } else {
                    report(train, outcome);
                }
            }
        }

        private boolean isSuspicious(Running train) {
            return share(train) < SUSPICIOUS;
        }

        /** The rate as a share of what its two access links carried for others; 1 if that is unknown. */
        private double share(Running train) {
            double carried = rates.carried(train.order);
            return carried == 0 ? 1 : train.rate() / carried;
        }

        private void send(Running train) {
            number++;
            train.sent++;
            train.sentNanos = System.nanoTime();
            running.put(number, train);
            ProbePoint from = train.order.from();
            ProbePoint to = train.order.to();
            processes.say(from.machineId(), number + " " + from.address() + " " + to.address() + " " + processes.port(to.machineId()) + " "
                    + train.order.packets());
        }

        /** Returns the order if this was its last train. Any machine may write any number; only those of its own trains count. */
        private Optional<Running> ended(Report report) {
            Running train = running.get(report.number());
            if (train == null || !(report.fault().isPresent() ? train.order.from() : train.order.to()).machineId()
                    .equals(report.machineId())) {
                return Optional.empty();
            }
            running.remove(report.number());
            train.fault = report.fault();
            double rate = WireBytes.payloadRate(train.order.path().from().family(), report.packetRate());
            if (rate > 0) {
                train.samples.add(new Sample(train.order.path(), Quantity.THROUGHPUT, rate, train.startedAt, TrainProbe.PROBE));
            }
            if (train.sent < train.order.trains()) {
                send(train);
                return Optional.empty();
            }
            return Optional.of(train);
        }

        private void end(Running train, Outcome outcome) {
            links(train.order).forEach(used::remove);
            if (train.order.trains() > 1 || train.samples.isEmpty() && train.sent > PacketTrains.MOST_REPETITIONS) {
                report(train, outcome);
                return;
            }
            if (train.sent == 1 && !train.samples.isEmpty()) {
                rates.add(train.order, train.rate());
            }
            if (rates.isKnown(train.order) && !isSuspicious(train)) {
                report(train, outcome);
            } else {
                unconfirmed.add(train);
            }
        }

        private void report(Running train, Outcome outcome) {
            if (train.samples.isEmpty()) {
                outcome.failed(train.order, train.fault
                        .map(reason -> fault(train.order, train.order.from().machineId() + " cannot send: " + reason,
                                "a route or firewall there forbids it: run \"ip route get " + train.order.to().address() + " from "
                                + train.order.from().address() + "\" on it"))
                        .orElseGet(() -> fault(train.order, "too few packets arrived",
                                "a firewall between them drops UDP to ports 9000 to 9191")));
                return;
            }
            Millis took = new Millis(Math.max(0, Duration.between(train.startedAt, clock.instant()).toMillis()));
            outcome.taken(train.order, new ProbeResult(train.order, credible(train), WireBytes.ofTrains(train.order.path().from().family(),
                    (long) train.sent * train.order.packets()), took));
        }

        /**
         * Of repetitions the highest, because a stall lowers a rate. None if it is suspicious and no second train confirms it: then the
         * path keeps the estimate from its two ends.
         */
        private List<Sample> credible(Running train) {
            if (train.order.trains() > 1) {
                return train.samples;
            }
            List<Sample> highest = train.samples.stream().sorted(Comparator.comparingDouble(Sample::value).reversed()).limit(2).toList();
            boolean confirmed = highest.size() == 2 && highest.get(1).value() >= SUSPICIOUS * highest.get(0).value();
            return confirmed || !isSuspicious(train) ? highest.subList(0, 1) : List.of();
        }

        @Override
        public void close() {
            processes.close();
        }
    }

    /** The two directions of access links that a train loads; both IP versions share them. */
    private static Stream<String> links(PacketTrains order) {
        return Stream.of("from " + order.from().at().siteId() + "." + order.from().at().ispId(),
                "to " + order.to().at().siteId() + "." + order.to().at().ispId());
    }

    private static ProbeFault fault(PacketTrains order, String what, String maybe) {
        return new ProbeFault("The packet trains on path (" + order.path() + ") from (" + order.from().machineId() + ") to ("
                + order.to().machineId() + ") failed: " + TextRule.excerpt(what, 300) + ".\nMaybe " + maybe + ".", null);
    }
}
