package org.caravan.probe;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.caravan.measure.ProbeBatch;
import org.caravan.measure.ProbeFault;
import org.caravan.measure.ProbeOrder;
import org.caravan.measure.ProbeOrder.IdleRtt;
import org.caravan.measure.ProbePoint;
import org.caravan.measure.ProbeResult;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;

/**
 * Idle measurements of a round, with one command per machine and round for the routes of replies, and one command for the pings of up to
 * {@link #MOST} paths that start at the same machine. A command costs a process of the SSH server and a shell, and each process on the
 * machine costs more than its packets, which matters for standing probes on small machines (docs/measurements/standing-probes.md). Where
 * {@link EchoCommand} cannot run, there is a process of ping per path.
 */
final class IdleBatches {

    /** Maximum number of pings of a command. They run concurrently. */
    static final int MOST = 8;

    /** Pause between the starts of two pings, s: requests sent at the same moment would wait for each other in a slow uplink. */
    private static final String APART = "0.02";

    /** For the connection and the shell of a command that reads routes. */
    private static final Duration ROUTES = Duration.ofSeconds(15);

    /** For the start of a program on an overloaded machine, per order. */
    private static final Duration PER_PROGRAM = Duration.ofMillis(500);

    /** A failed try costs the start of a shell. */
    private static final Duration RETRY = Duration.ofHours(1);

    /** Begins the output of one command of a script: index of its order, what it is, and its exit code. */
    private static final Pattern PART = Pattern.compile("^=== (\\d{1,4}) (route|ping) (\\d{1,3})\n", Pattern.MULTILINE);

    private final Shell shell;
    private final Machines machines;
    private final RouteCheck routes;
    private final Clock clock;
    /**
     * Until when a machine is assumed to have no perl, or a user who may not open raw sockets. A machine that was only out of memory or
     * processes looks the same.
     */
    private final Map<String, Instant> withoutEcho = new ConcurrentHashMap<>();

    IdleBatches(Shell shell, Machines machines, RouteCheck routes, Clock clock) {
        this.shell = shell;
        this.machines = machines;
        this.routes = routes;
        this.clock = clock;
    }

    /** Completes a measurement whose route was checked and whose first ping has ended. */
    interface Finish {

        ProbeResult of(IdleRtt order, RouteCheck.Taken way, CommandResult pinged, Instant startedAt);
    }

    /** @param alone takes an order by commands of its own, if the output of a script has no result for it */
    List<ProbeBatch> of(List<IdleRtt> orders, Finish finish, Function<IdleRtt, ProbeResult> alone) {
        Map<String, Replies> replies = new TreeMap<>();
        by(orders, order -> order.to().machineId()).forEach((machineId, own) -> replies.put(machineId, new Replies(machineId, own)));
        List<ProbeBatch> batches = new ArrayList<>();
        by(orders, order -> order.from().machineId()).forEach((machineId, own) -> {
            for (int start = 0; start < own.size(); start += MOST) {
                batches.add(new Batch(machineId, own.subList(start, Math.min(own.size(), start + MOST)), replies, finish, alone));
            }
        });
        return batches;
    }

    private static Map<String, List<IdleRtt>> by(List<IdleRtt> orders, Function<IdleRtt, String> machineId) {
        return orders.stream().collect(Collectors.groupingBy(machineId, TreeMap::new, Collectors.toList()));
    }

    /** Routes of the replies that leave one machine, requested once. Thread-safe. */
    private final class Replies {

        private final String machineId;
        private final List<IdleRtt> orders;
        private Map<IdleRtt, Map<String, CommandResult>> parts;
        private ShellFault unreachable;

        private Replies(String machineId, List<IdleRtt> orders) {
            this.machineId = machineId;
            this.orders = orders;
        }

        private synchronized Optional<CommandResult> of(IdleRtt order) {
            if (parts == null && unreachable == null) {
                try {
                    parts = replyRoutes(machineId, orders);
                } catch (ShellFault fault) {
                    unreachable = fault;
                }
            }
            if (unreachable != null) {
                throw unreachable;
            }
            return Optional.ofNullable(parts.getOrDefault(order, Map.of()).get("route"));
        }
    }

    private final class Batch implements ProbeBatch {

        private final String machineId;
        private final List<IdleRtt> own;
        private final Map<String, Replies> replies;
        private final Finish finish;
        private final Function<IdleRtt, ProbeResult> alone;

        private Batch(String machineId, List<IdleRtt> own, Map<String, Replies> replies, Finish finish,
                Function<IdleRtt, ProbeResult> alone) {
            this.machineId = machineId;
            this.own = List.copyOf(own);
            this.replies = replies;
            this.finish = finish;
            this.alone = alone;
        }

        @Override
        public List<ProbeOrder> orders() {
            return List.copyOf(own);
        }

        @Override
        public void take(List<ProbeOrder> admitted, BooleanSupplier stopped, Outcome outcome) {
            Map<IdleRtt, Optional<CommandResult>> back = new LinkedHashMap<>();
            for (ProbeOrder order : admitted) {
                if (stopped.getAsBoolean()) {
                    return;
                }
                IdleRtt idle = (IdleRtt) order;
                attempt(idle, outcome, () -> {
                    Optional<CommandResult> route = replies.get(idle.to().machineId()).of(idle);
                    route.ifPresent(known -> routes.gateway(idle.path(), idle.to(), idle.from(), known));
                    back.put(idle, route);
                    return Optional.empty();
                });
            }
            if (back.isEmpty() || stopped.getAsBoolean()) {
                return;
            }
            Instant startedAt = clock.instant();
            Map<IdleRtt, Map<String, CommandResult>> parts;
            List<IdleRtt> pinged = List.copyOf(back.keySet());
            try {
                parts = echoes(machineId, pinged);
            } catch (ShellFault fault) {
                pinged.forEach(order -> outcome.failed(order, ShellProbe.notTaken(order, fault)));
                return;
            }
            complete(back, parts, startedAt, stopped, outcome);
        }

        /** Concurrently, because handshakes on a path without echo replies take seconds. The outcome is called by one thread. */
        private void complete(Map<IdleRtt, Optional<CommandResult>> back, Map<IdleRtt, Map<String, CommandResult>> parts, Instant startedAt,
                BooleanSupplier stopped, Outcome outcome) {
            ExecutorService threads = Executors.newFixedThreadPool(back.size(), work -> {
                Thread thread = new Thread(work, "idle measurements");
                thread.setDaemon(true);
                return thread;
            });
            try {
                Map<IdleRtt, Future<Optional<ProbeResult>>> results = new LinkedHashMap<>();
                back.forEach((order, reply) -> results.put(order, threads.submit(
                        () -> result(order, reply, parts.getOrDefault(order, Map.of()), startedAt, stopped))));
                results.forEach((order, result) -> attempt(order, outcome, () -> await(result)));
            } finally {
                threads.shutdownNow();
            }
        }

        private static <T> T await(Future<T> result) {
            try {
                return result.get();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("the probe run was interrupted", e);
            }
        }

        private Optional<ProbeResult> result(IdleRtt order, Optional<CommandResult> reply, Map<String, CommandResult> parts,
                Instant startedAt, BooleanSupplier stopped) {
            if (reply.isEmpty() || !parts.containsKey("route")) {
                return alone(order, stopped);
            }
            String near = routes.gateway(order.path(), order.from(), order.to(), parts.get("route"));
            String far = routes.gateway(order.path(), order.to(), order.from(), reply.get());
            return parts.containsKey("ping")
                    ? Optional.of(finish.of(order, new RouteCheck.Taken(near, far), parts.get("ping"), startedAt))
                    : alone(order, stopped);
        }

        private Optional<ProbeResult> alone(IdleRtt order, BooleanSupplier stopped) {
            return stopped.getAsBoolean() ? Optional.empty() : Optional.of(alone.apply(order));
        }

        /** @param work empty if the order continues, or must not start */
        private void attempt(IdleRtt order, Outcome outcome, Supplier<Optional<ProbeResult>> work) {
            Optional<ProbeResult> result;
            try {
                result = ShellProbe.readable(order, work);
            } catch (ProbeFault fault) {
                outcome.failed(order, fault);
                return;
            }
            result.ifPresent(taken -> outcome.taken(order, taken));
        }
    }

    private Map<IdleRtt, Map<String, CommandResult>> replyRoutes(String machineId, List<IdleRtt> orders) {
        List<RouteCheck.Query> queries = orders.stream().map(order -> RouteCheck.Query.of(order.to(), order.from())).toList();
        CommandResult result = shell.run(machines.machine(machineId), RouteCheck.command(queries, ""), routesLimit(orders.size()));
        return routes(orders, queries, result.output());
    }

    /** Routes of orders that start at this machine, and their echo requests if the route is right. */
    private Map<IdleRtt, Map<String, CommandResult>> echoes(String machineId, List<IdleRtt> orders) {
        Duration limit = PingCommand.longest(orders.stream().mapToInt(IdleRtt::count).max().orElseThrow())
                .plus(PER_PROGRAM.multipliedBy(orders.size()));
        if (!clock.instant().isBefore(withoutEcho.getOrDefault(machineId, Instant.MIN))) {
            String output = shell.run(machines.machine(machineId), EchoCommand.text(orders, routes, limit), limit).output();
            Optional<String> found = EchoCommand.routes(output);
            if (found.isPresent()) {
                Map<IdleRtt, Map<String, CommandResult>> parts = routes(orders, EchoCommand.queries(orders), found.get());
                parts(orders, output).forEach((order, own) -> Optional.ofNullable(own.get("ping"))
                        .ifPresent(ping -> parts.computeIfAbsent(order, any -> new TreeMap<>()).put("ping", ping)));
                return parts;
            }
            withoutEcho.put(machineId, clock.instant().plus(RETRY));
        }
        StringBuilder script = new StringBuilder("export LC_ALL=C\n");
        for (int index = 0; index < orders.size(); index++) {
            script.append(pingScript(index, orders.get(index)));
        }
        return parts(orders, shell.run(machines.machine(machineId), script.append("wait\n").toString(), limit).output());
    }

    private static Map<IdleRtt, Map<String, CommandResult>> routes(List<IdleRtt> orders, List<RouteCheck.Query> queries, String output) {
        Map<RouteCheck.Query, CommandResult> results = RouteCheck.results(queries, output);
        Map<IdleRtt, Map<String, CommandResult>> parts = new LinkedHashMap<>();
        for (int index = 0; index < orders.size(); index++) {
            CommandResult result = results.get(queries.get(index));
            if (result != null) {
                parts.put(orders.get(index), new TreeMap<>(Map.of("route", result)));
            }
        }
        return parts;
    }

    /** Time limit of a command that reads this number of routes, one after the other. */
    static Duration routesLimit(int routes) {
        return ROUTES.plus(PER_PROGRAM.multipliedBy(routes));
    }

    /** Reads one route, and marks its output for {@link #parts}. */
    static String routeScript(int index, ProbePoint near, ProbePoint far) {
        return "o=$(" + RouteCheck.command(near, far) + " 2>&1); printf '=== " + index + " route %d\\n%s\\n' $? \"$o\"\n";
    }

    /**
     * In the background. The program printf writes all at once, so that outputs are not mixed; that of bash writes line by line. Without
     * the right route no request is sent.
     */
    private String pingScript(int index, IdleRtt order) {
        String right = routes.nextHops(order.from()).stream().map(IdleBatches::pattern)
                .collect(Collectors.joining("|"));
        return "{ r=$(" + RouteCheck.command(order.from(), order.to()) + " 2>&1); c=$?; case \"$r \" in " + right + ") o=$(exec "
                + PingCommand.text(order.from(), order.to(), order.count()).replace("LC_ALL=C ", "") + " 2>&1); exec printf '=== " + index
                + " route %d\\n%s\\n=== " + index + " ping %d\\n%s\\n' $c \"$r\" $? \"$o\" ;; *) exec printf '=== " + index
                + " route %d\\n%s\\n' $c \"$r\" ;; esac; } & sleep " + APART + "\n";
    }

    private static String pattern(String hop) {
        String text = hop.endsWith("*") ? hop.substring(0, hop.length() - 1) : hop + " ";
        return "*\" via " + text + "\"*|*\" via inet6 " + text + "\"*";
    }

    /** Outputs by order and kind (route, ping); the index in the output is that of the order. */
    static <O> Map<O, Map<String, CommandResult>> parts(List<O> orders, String output) {
        Map<O, Map<String, CommandResult>> parts = new LinkedHashMap<>();
        Matcher part = PART.matcher(output);
        boolean found = part.find();
        while (found) {
            int index = Integer.parseInt(part.group(1));
            String kind = part.group(2);
            int code = Integer.parseInt(part.group(3));
            int start = part.end();
            found = part.find();
            String text = output.substring(start, found ? part.start() : output.length());
            if (index < orders.size()) {
                parts.computeIfAbsent(orders.get(index), any -> new TreeMap<>()).put(kind, new CommandResult(code, text, text));
            }
        }
        return parts;
    }
}
