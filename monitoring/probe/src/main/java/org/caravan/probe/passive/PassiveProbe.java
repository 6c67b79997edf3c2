package org.caravan.probe.passive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Vantage;
import org.caravan.measure.PassiveFigure;
import org.caravan.measure.PathId;
import org.caravan.probe.Machines;
import org.caravan.probe.ScriptText;
import org.caravan.ssh.CommandResult;
import org.caravan.ssh.Shell;

/**
 * Reads the round-trip times of active TCP connections from the kernels of hosts and vantages. Sends nothing between sites. A machine
 * that does not answer in time is skipped, because a passive measurement must not delay the active probes that find the cause.
 */
public final class PassiveProbe {

    private static final String SCRIPT = ScriptText.of(PassiveProbe.class, "connections.sh");

    private final Shell shell;
    private final ExecutorService threads;
    private final Duration patience;

    /**
     * @param threads executor for the queries of the machines
     * @param patience time limit for all machines together
     */
    public PassiveProbe(Shell shell, ExecutorService threads, Duration patience) {
        this.shell = shell;
        this.threads = threads;
        this.patience = patience;
    }

    /** Returns one figure for each path with an active connection. */
    public Collection<PassiveFigure> at(Infrastructure infrastructure) {
        Machines machines = new Machines(infrastructure);
        List<Callable<List<ObservedConnection>>> questions = machineIds(infrastructure)
                .<Callable<List<ObservedConnection>>>map(id -> () -> ask(machines, id))
                .toList();
        List<ObservedConnection> seen = new ArrayList<>();
        try {
            for (Future<List<ObservedConnection>> answer : threads.invokeAll(questions, patience.toMillis(), TimeUnit.MILLISECONDS)) {
                seen.addAll(told(answer));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return PassiveFigures.of(infrastructure, seen);
    }

    private List<ObservedConnection> ask(Machines machines, String machineId) {
        CommandResult result = shell.run(machines.machine(machineId), SCRIPT, patience);
        return result.succeeded() ? ObservedConnection.read(result.output()) : List.of();
    }

    private static List<ObservedConnection> told(Future<List<ObservedConnection>> answer) throws InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException | CancellationException untold) {
            return List.of();
        }
    }

    private static Stream<String> machineIds(Infrastructure infrastructure) {
        return infrastructure.sites().stream().flatMap(site ->
                Stream.concat(site.hosts().stream().map(Host::id), site.vantage().map(Vantage::id).stream()));
    }

    /**
     * Assigns connections to paths, by the prefixes of their two ends. Instances have an address at each access point and send through its
     * ISP. Ignores connections within a site, and connections with an end outside of all prefixes, for example behind an address
     * translator.
     */
    static final class PassiveFigures {

        private static final Comparator<PassiveFigure> LEAST_SMOOTHED =
                Comparator.comparingDouble(PassiveFigure::smoothedMillis).thenComparingDouble(PassiveFigure::leastMillis);

        private PassiveFigures() {}

        /** Returns one figure per path, from the lesser to the greater access point as in idle probes. */
        static Collection<PassiveFigure> of(Infrastructure infrastructure, List<ObservedConnection> connections) {
            Map<PathId, PassiveFigure> byPath = new TreeMap<>();
            for (ObservedConnection seen : connections) {
                path(infrastructure, seen).ifPresent(path -> byPath.merge(path,
                        new PassiveFigure(path, seen.smoothedMillis(), seen.leastMillis()),
                        (a, b) -> LEAST_SMOOTHED.compare(a, b) <= 0 ? a : b));
            }
            return byPath.values();
        }

        private static Optional<PathId> path(Infrastructure infrastructure, ObservedConnection seen) {
            return at(infrastructure, seen.local()).flatMap(local -> at(infrastructure, seen.remote())
                    .map(remote -> new PathId(local, remote)))
                    .filter(path -> !path.withinSite())
                    .map(path -> path.from().compareTo(path.to()) < 0 ? path : path.reversed());
        }

        private static Optional<AccessPoint> at(Infrastructure infrastructure, String address) {
            return infrastructure.sites().stream()
                    .flatMap(site -> site.accessPoints().stream().filter(at -> site.subnet(at).contains(address)))
                    .findFirst();
        }
    }
}
