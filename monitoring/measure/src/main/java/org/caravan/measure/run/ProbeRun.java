package org.caravan.measure.run;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.NetworkMatrixBuilder;
import org.caravan.measure.PathId;
import org.caravan.measure.Probe;
import org.caravan.measure.ProbeBatch;
import org.caravan.measure.ProbeFault;
import org.caravan.measure.ProbeOrder;
import org.caravan.measure.ProbeResult;
import org.caravan.measure.SampleStore;
import org.caravan.measure.run.ProbeProgress.State;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.measure.schedule.ProbeBudgetLeft;
import org.caravan.measure.schedule.ProbeRound;
import org.caravan.measure.schedule.ProbeSchedule;
import org.caravan.measure.schedule.ProbeScope;
import org.caravan.unit.Bytes;

/**
 * Executes the probes of a schedule, round by round, and stores their samples as they arrive. A failed probe does not stop the others.
 *
 * <pre>
 *   READY ──run()──▶ RUNNING ──▶ DONE
 *                       ├─cancel()─▶ CANCELLED   (running probes complete and are stored first)
 *                       └─store fails─▶ FAILED
 * </pre>
 */
public final class ProbeRun {

    /** Earlier flows show which peers are wide enough. Flows older than a day may predate a change of the network. */
    private static final Duration LOOKS_BACK = Duration.ofDays(1);

    /** Each phase may find a wider peer; two phases suffice for access links of three capacity classes. */
    private static final int WIDER_PEER_PHASES = 2;

    private final Probe probe;
    private final SampleStore store;
    private final Infrastructure infrastructure;
    private final ProbeSchedule schedule;
    private final Clock clock;
    private final ProbeListener listener;
    private final ProbeAccounting ledger;
    private final Function<NetworkMatrix, List<ProbeRound>> affordable;
    private final ProbeBudgetLeft allowance;
    private volatile boolean cancelled;

    public ProbeRun(
            Probe probe,
            SampleStore store,
            Infrastructure infrastructure,
            ProbeSchedule schedule,
            ProbeListener listener,
            Clock clock) {
        this(probe, store, infrastructure, schedule, listener, clock, known -> List.of(), ProbeBudgetLeft.ofLines(infrastructure));
    }

    /**
     * @param affordable selects the flows of {@link ProbeScope#BUDGET}; called when the idle measurements are done
     * @param allowance admits each probe before it starts, and accounts for its cost afterwards
     */
    public ProbeRun(
            Probe probe,
            SampleStore store,
            Infrastructure infrastructure,
            ProbeSchedule schedule,
            ProbeListener listener,
            Clock clock,
            Function<NetworkMatrix, List<ProbeRound>> affordable,
            ProbeBudgetLeft allowance) {
        this.affordable = affordable;
        this.allowance = allowance;
        this.probe = probe;
        this.store = store;
        this.infrastructure = infrastructure;
        this.schedule = schedule;
        this.clock = clock;
        this.listener = listener;
        this.ledger = new ProbeAccounting(clock, listener);
    }

    /** Blocks until the run has ended in any final state. Can be called once. */
    public ProbeProgress run(ProbeScope scope) {
        ledger.start(schedule.unprobed());
        try {
            for (Supplier<List<ProbeRound>> phase : phases(scope)) {
                take(phase.get());
            }
            ledger.end(cancelled ? State.CANCELLED : State.DONE, List.of());
        } catch (RuntimeException e) {
            ledger.end(State.FAILED, List.of("The probe run stopped: " + e.getMessage()));
        }
        return ledger.progress();
    }

    /** Starts no further probes. Running probes complete, so that no process or file stays on a machine. */
    public void cancel() {
        cancelled = true;
    }

    public ProbeProgress progress() {
        return ledger.progress();
    }

    /** The idle phase does not read the store, so that it continues while a database is unavailable. */
    private List<Supplier<List<ProbeRound>>> phases(ProbeScope scope) {
        List<Supplier<List<ProbeRound>>> phases = new ArrayList<>();
        for (int repetition = 0; repetition < schedule.settings().repetitions(); repetition++) {
            phases.add(schedule::idleRounds);
            if (scope == ProbeScope.TRAINS) {
                phases.add(() -> schedule.trainRounds(known()));
            }
            if (scope == ProbeScope.QUICK || scope == ProbeScope.STANDARD) {
                phases.add(() -> schedule.accessLinkRounds(known()));
            }
            if (scope == ProbeScope.STANDARD) {
                IntStream.range(0, WIDER_PEER_PHASES).forEach(i -> phases.add(() -> schedule.widerPeerRounds(known())));
            } else if (scope == ProbeScope.FULL) {
                phases.add(() -> schedule.fullRounds(known()));
            } else if (scope == ProbeScope.BUDGET) {
                phases.add(() -> affordable.apply(known()));
            }
        }
        return phases;
    }

    private NetworkMatrix known() {
        return NetworkMatrixBuilder.build(
                store.statistics(clock.instant().minus(LOOKS_BACK)), infrastructure, clock.instant());
    }

    private void take(List<ProbeRound> rounds) {
        List<ProbeRound> worthwhile = rounds.stream().map(this::withoutSilentFlows).toList();
        ledger.expect(worthwhile.stream().mapToInt(round -> round.orders().size()).sum());
        for (ProbeRound round : worthwhile) {
            if (cancelled) { // the paths to repeat are left to the next run
                return;
            }
            repeat(listener.toRepeat());
            take(round);
            tellIfIdle(round);
        }
    }

    private void repeat(Set<PathId> paths) {
        if (paths.isEmpty()) {
            return;
        }
        boolean repeated = false;
        try {
            List<ProbeRound> rounds = schedule.sparing(Set.of()).only(paths).idleRounds();
            ledger.expect(rounds.stream().mapToInt(round -> round.orders().size()).sum());
            rounds.forEach(round -> {
                take(round);
                tellIfIdle(round);
            });
            repeated = !cancelled;
        } finally {
            if (!repeated) {
                listener.notRepeated(paths);
            }
        }
    }

    /** The end of a cancelled run, which follows at once, is published as well. */
    private void tellIfIdle(ProbeRound round) {
        if (!cancelled && round.orders().stream().anyMatch(ProbeOrder.IdleRtt.class::isInstance)) {
            listener.idleMeasured();
        }
    }

    /** Removes flows on paths that answered no echo request, because they would only run into their time limit. */
    private ProbeRound withoutSilentFlows(ProbeRound round) {
        List<ProbeOrder> orders = round.orders().stream()
                .filter(order -> order instanceof ProbeOrder.IdleRtt || !ledger.isSilent(order.path()))
                .toList();
        return new ProbeRound(orders, round.atOnce());
    }

    private void take(ProbeRound round) {
        if (cancelled || round.orders().isEmpty()) {
            return;
        }
        RoundThreads.forEach(probe.batches(round.orders()), round.atOnce(), this::take);
    }

    private void take(ProbeBatch batch) {
        List<ProbeOrder> waiting = batch.orders();
        while (!waiting.isEmpty() && !cancelled) {
            List<ProbeOrder> admitted = new ArrayList<>();
            Map<ProbeOrder, AccessLink> refused = new LinkedHashMap<>();
            for (ProbeOrder order : waiting) {
                ProbeBudgetLeft.Answer answer = allowance.ask(order);
                answer.order().ifPresent(admitted::add);
                answer.spent().ifPresent(link -> refused.put(order, link));
            }
            if (admitted.isEmpty()) {
                refused.forEach(ledger::leaveOut);
                return;
            }
            takeAdmitted(batch, admitted);
            // Asks again: orders that have ended released what was reserved for their repetitions.
            waiting = List.copyOf(refused.keySet());
        }
    }

    private void takeAdmitted(ProbeBatch batch, List<ProbeOrder> admitted) {
        Set<ProbeOrder> open = new HashSet<>(admitted);
        Optional<Bytes> sent = Optional.empty();
        try {
            batch.take(admitted, () -> cancelled, new ProbeBatch.Outcome() {
                @Override
                public void taken(ProbeOrder order, ProbeResult result) {
                    open.remove(order);
                    allowance.settle(order, Optional.of(result.sent()), result.took().value() / 1000);
                    store.append(result.samples());
                    ledger.enter(result);
                }

                @Override
                public void failed(ProbeOrder order, ProbeFault fault) {
                    open.remove(order);
                    allowance.settle(order, Optional.empty(), 0);
                    ledger.enterFault(order, fault.getMessage());
                }
            });
            // Orders without an outcome were not started.
            sent = Optional.of(new Bytes(0));
        } finally {
            Optional<Bytes> ofOpen = sent;
            open.forEach(order -> allowance.settle(order, ofOpen, 0));
        }
    }
}
