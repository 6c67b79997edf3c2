package org.caravan.probe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.caravan.measure.Probe;
import org.caravan.measure.ProbeBatch;
import org.caravan.measure.ProbeFault;
import org.caravan.measure.ProbeOrder;
import org.caravan.measure.ProbeOrder.PacketTrains;
import org.caravan.measure.ProbePoint;
import org.caravan.measure.ProbeResult;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;

/**
 * All packet trains of a round. One command per machine reads the routes, then {@link TrainsTogether} sends the trains so that no two
 * share an access link in the same direction. One after the other are sent: fewer than {@value #LEAST} orders, orders without a result
 * there, and all orders if the shell keeps no command running.
 */
final class TrainBatch implements ProbeBatch {

    /** With fewer orders, processes that wait on each machine gain nothing. */
    private static final int LEAST = 8;

    private static final int MACHINES_AT_ONCE = 8;

    private final List<PacketTrains> orders;
    private final Shell shell;
    private final Machines machines;
    private final RouteCheck routes;
    private final TrainsTogether together;
    private final Probe alone;

    /** @param alone sends the trains of one order by commands of its own */
    TrainBatch(List<PacketTrains> orders, Shell shell, Machines machines, RouteCheck routes, TrainsTogether together, Probe alone) {
        this.orders = List.copyOf(orders);
        this.shell = shell;
        this.machines = machines;
        this.routes = routes;
        this.together = together;
        this.alone = alone;
    }

    @Override
    public List<ProbeOrder> orders() {
        return List.copyOf(orders);
    }

    @Override
    public void take(List<ProbeOrder> admitted, BooleanSupplier stopped, Outcome outcome) {
        Set<ProbeOrder> left = new LinkedHashSet<>(admitted);
        Outcome ended = new Outcome() {
            @Override
            public void taken(ProbeOrder order, ProbeResult result) {
                left.remove(order);
                outcome.taken(order, result);
            }

            @Override
            public void failed(ProbeOrder order, ProbeFault fault) {
                left.remove(order);
                outcome.failed(order, fault);
            }
        };
        if (admitted.size() >= LEAST) {
            takeTogether(admitted.stream().map(PacketTrains.class::cast).toList(), stopped, ended);
        }
        List.copyOf(left).forEach(order -> new Single(order, alone).take(List.of(order), stopped, ended));
    }

    private void takeTogether(List<PacketTrains> trains, BooleanSupplier stopped, Outcome outcome) {
        Map<PacketTrains, RouteCheck.Taken> ways = ways(trains, outcome);
        together.take(List.copyOf(ways.keySet()), stopped, new Outcome() {
            @Override
            public void taken(ProbeOrder order, ProbeResult result) {
                outcome.taken(order, ShellProbe.saying(ways.get(order), result));
            }

            @Override
            public void failed(ProbeOrder order, ProbeFault fault) {
                outcome.failed(order, fault);
            }
        });
    }

    /** One direction of an order: its packets, or replies to them. */
    private record Way(PacketTrains order, ProbePoint near, ProbePoint far) {}

    /** Gateways of the orders whose routes are right. Wrong routes and unreachable machines are faults; unreadable output is neither. */
    private Map<PacketTrains, RouteCheck.Taken> ways(List<PacketTrains> trains, Outcome outcome) {
        Map<String, List<Way>> byMachine = new TreeMap<>();
        for (PacketTrains order : trains) {
            for (Way way : List.of(new Way(order, order.from(), order.to()), new Way(order, order.to(), order.from()))) {
                byMachine.computeIfAbsent(way.near().machineId(), any -> new ArrayList<>()).add(way);
            }
        }
        Map<Way, CommandResult> answers = new LinkedHashMap<>();
        Map<String, ShellFault> unreachable = new TreeMap<>();
        readRoutes(byMachine, answers, unreachable);
        Map<PacketTrains, RouteCheck.Taken> ways = new LinkedHashMap<>();
        for (PacketTrains order : trains) {
            try {
                Optional<String> near = gateway(new Way(order, order.from(), order.to()), answers, unreachable);
                Optional<String> far = gateway(new Way(order, order.to(), order.from()), answers, unreachable);
                if (near.isPresent() && far.isPresent()) {
                    ways.put(order, new RouteCheck.Taken(near.get(), far.get()));
                }
            } catch (ProbeFault wrong) {
                outcome.failed(order, wrong);
            }
        }
        return ways;
    }

    private Optional<String> gateway(Way way, Map<Way, CommandResult> answers, Map<String, ShellFault> unreachable) {
        ShellFault fault = unreachable.get(way.near().machineId());
        if (fault != null) {
            throw ShellProbe.notTaken(way.order(), fault);
        }
        return Optional.ofNullable(answers.get(way)).map(answer -> routes.gateway(way.order().path(), way.near(), way.far(), answer));
    }

    private void readRoutes(Map<String, List<Way>> byMachine, Map<Way, CommandResult> answers, Map<String, ShellFault> unreachable) {
        ExecutorService threads = Executors.newFixedThreadPool(MACHINES_AT_ONCE, work -> {
            Thread thread = new Thread(work, "routes of packet trains");
            thread.setDaemon(true);
            return thread;
        });
        try {
            Map<String, Future<Map<Way, CommandResult>>> read = new LinkedHashMap<>();
            byMachine.forEach((machineId, ways) -> read.put(machineId, threads.submit(() -> readRoutes(machineId, ways))));
            read.forEach((machineId, future) -> {
                try {
                    answers.putAll(future.get());
                } catch (ExecutionException e) {
                    if (!(e.getCause() instanceof ShellFault fault)) {
                        throw new IllegalStateException(e.getCause());
                    }
                    unreachable.put(machineId, fault);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("the probe run was interrupted", e);
                }
            });
        } finally {
            threads.shutdownNow();
        }
    }

    private Map<Way, CommandResult> readRoutes(String machineId, List<Way> ways) {
        StringBuilder script = new StringBuilder("export LC_ALL=C\n");
        for (int index = 0; index < ways.size(); index++) {
            script.append(IdleBatches.routeScript(index, ways.get(index).near(), ways.get(index).far()));
        }
        CommandResult result = shell.run(machines.machine(machineId), script.toString(), IdleBatches.routesLimit(ways.size()));
        Map<Way, CommandResult> answers = new LinkedHashMap<>();
        IdleBatches.parts(ways, result.output()).forEach((way, parts) -> answers.put(way, parts.get("route")));
        return answers;
    }
}
