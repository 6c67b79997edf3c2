package org.caravan.measure.run;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.measure.PathId;
import org.caravan.measure.ProbeOrder;
import org.caravan.measure.ProbeResult;
import org.caravan.measure.Quantity;
import org.caravan.measure.run.ProbeProgress.State;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.unit.Bytes;
import org.caravan.unit.Millis;

/** Records progress, cost and faults of one run, and notifies the listener of each change. Thread-safe. */
final class ProbeAccounting {

    private final Clock clock;
    private final ProbeListener listener;
    private final List<String> faults = new ArrayList<>();
    private final SortedMap<PathId, PairVolume> pairs = new TreeMap<>();
    private final Set<PathId> silent = new HashSet<>();
    private final SortedMap<AccessLink, Integer> leftOut = new TreeMap<>();
    private State state = State.READY;
    private Instant startedAt;
    private Instant endedAt;
    private Bytes sent = new Bytes(0);
    private int done;
    private int total;

    ProbeAccounting(Clock clock, ProbeListener listener) {
        this.clock = clock;
        this.listener = listener;
    }

    synchronized void start(List<String> firstFaults) {
        if (state != State.READY) {
            throw new IllegalStateException("a probe run runs once; this one is " + state);
        }
        state = State.RUNNING;
        startedAt = clock.instant();
        faults.addAll(firstFaults);
        tell();
    }

    synchronized void expect(int orders) {
        total += orders;
        tell();
    }

    synchronized void enter(ProbeResult result) {
        done++;
        PathId path = result.order().path();
        pairs.merge(path, new PairVolume(path, result.sent(), result.took()), PairVolume::plus);
        sent = sent.plus(result.sent());
        if (isUnanswered(result)) {
            silent.add(path);
            faults.add("No echo request on path (" + path + ") was answered by " + result.order().to().machineId() + " ("
                    + result.order().to().address() + ").\nMaybe the line is down, or a firewall on it drops ICMP.");
        }
        tell();
    }

    synchronized void enterFault(ProbeOrder order, String message) {
        done++;
        if (order instanceof ProbeOrder.IdleRtt) {
            silent.add(order.path());
        }
        faults.add(message);
        tell();
    }

    /** Records an order that exceeds the budget of an access link; it is reported once per link, at the end of the run. */
    synchronized void leaveOut(ProbeOrder order, AccessLink link) {
        done++;
        leftOut.merge(link, 1, Integer::sum);
        tell();
    }

    /** Whether the echo requests on the path, in either direction, failed or were unanswered in this run. */
    synchronized boolean isSilent(PathId path) {
        return silent.contains(path) || silent.contains(path.reversed());
    }

    synchronized void end(State endState, List<String> lastFaults) {
        state = endState;
        endedAt = clock.instant();
        leftOut.forEach((link, probes) -> faults.add("Access link (" + link + ") has spent its probe budget: " + probes
                + " probes were left out.\nMaybe probe less often, or raise the probe budget of isp " + link.ispId() + " of site "
                + link.siteId() + "."));
        faults.addAll(lastFaults);
        tell();
    }

    synchronized ProbeProgress progress() {
        return new ProbeProgress(state, done, total, sent, took(), faults, List.copyOf(pairs.values()));
    }

    private Millis took() {
        if (startedAt == null) {
            return Millis.ZERO;
        }
        Instant until = endedAt == null ? clock.instant() : endedAt;
        return new Millis(Math.max(0, Duration.between(startedAt, until).toMillis()));
    }

    private void tell() {
        listener.progressed(progress());
    }

    private static boolean isUnanswered(ProbeResult result) {
        return result.samples().stream()
                .anyMatch(sample -> sample.quantity() == Quantity.LOSS && sample.value() >= 1);
    }
}
