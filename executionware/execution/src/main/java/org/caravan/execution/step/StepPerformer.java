package org.caravan.execution.step;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.SuppliedSecret;
import org.caravan.application.Endpoint;
import org.caravan.change.EntryState;
import org.caravan.change.EntryTable;
import org.caravan.change.Step;
import org.caravan.execution.fleet.ConcurrencyLimits;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.fleet.PermanentFailure;
import org.caravan.execution.fleet.SecretSource;
import org.caravan.execution.fleet.TargetLocks;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.time.InterruptibleWait;
import org.caravan.infrastructure.Host;
import org.caravan.plan.DeploymentPlan;

/** Executes one step once: one adapter call, or one check that is repeated until it succeeds. */
public final class StepPerformer {

    /** Allows package downloads over a slow link; longer preparations belong in an image. */
    static final Duration SCRIPT_LIMIT = Duration.ofMinutes(30);

    private static final int LOOKS_PER_OBSERVATION = 20;
    private static final Duration SCRIPT_POLL_FIRST = Duration.ofMillis(50);
    private static final Duration SCRIPT_POLL_LAST = Duration.ofSeconds(2);

    private final HostRegistry fleet;
    private final RunStore store;
    private final EntryTable entryTable;
    private final SecretSource secrets;
    private final ExecutionPolicy policy;
    private final InterruptibleWait patience;
    private final ConcurrencyLimits gates;
    private final RentalSteps rentals;
    /** Initialised at start, because users may hold answers that the previous process gave just before it ended. */
    private volatile InterruptibleWait.Deadline answersExpire;

    public StepPerformer(HostRegistry fleet, RunStore store, EntryTable entryTable, SecretSource secrets, ExecutionPolicy policy,
            InterruptibleWait patience, TargetLocks leases) {
        this.fleet = fleet;
        this.store = store;
        this.entryTable = entryTable;
        this.secrets = secrets;
        this.policy = policy;
        this.patience = patience;
        this.gates = new ConcurrencyLimits();
        this.rentals = new RentalSteps(fleet, store, leases, gates);
        this.answersExpire = patience.deadline(policy.entryTtl());
    }

    /**
     * Executes the step. Returns a description of any part that was not done; empty if all was done.
     *
     * @param waiting waiting of the run; ends between two calls, never within one
     */
    Optional<String> perform(Step step, DeploymentPlan plan, InterruptibleWait waiting, InterruptibleWait.Deadline confirmed) {
        switch (step.kind()) {
            case IMAGE -> change(step, waiting, (adapter, host) -> adapter.ensureImage(host, step.spec().orElseThrow().image()));
            case SUPPLY -> change(step, waiting, (adapter, host) -> adapter.supply(host, copy(step), supplied(step)));
            case CREATE -> create(step, waiting);
            case ADMIT -> change(step, waiting, (adapter, host) ->
                    adapter.admit(host, copy(step), step.spec().orElseThrow(), step.admitted().orElseThrow()));
            case RESERVE -> change(step, waiting, (adapter, host) -> adapter.reserve(host, copy(step), step.spec().orElseThrow()));
            case ROUTE -> change(step, waiting, (adapter, host) -> adapter.route(host, copy(step), step.routes()));
            case DESTROY -> change(step, waiting, (adapter, host) -> adapter.destroy(host, copy(step)));
            case CONFIRM -> confirm(step, waiting, confirmed);
            case ENTRY -> enter(step, plan);
            case RENT -> rentals.rent(step, waiting);
            case OPEN -> rentals.open(step, waiting);
            case RELEASE -> {
                return rentals.release(step, waiting);
            }
            case DRAIN -> {
                return drain(step, waiting);
            }
        }
        return Optional.empty();
    }

    /** Current values of the secrets, which may be newer than those at planning time. */
    private List<SuppliedSecret> supplied(Step step) {
        return step.spec().orElseThrow().secrets().stream().map(use -> {
            SecretSource.Secret secret = secrets.of(copy(step).application()).secret(use.secretName())
                    .orElseThrow(() -> new PermanentFailure(
                    "Secret " + use.secretName() + " is not set.\nMaybe set it: caravan secret set " + use.secretName() + "."));
            return new SuppliedSecret(use, secret.version(), secret.value());
        }).toList();
    }

    private interface Call {
        void make(CloudAdapter adapter, Host host);
    }

    private void change(Step step, InterruptibleWait waiting, Call call) {
        String hostId = step.hostId().orElseThrow();
        Host host = fleet.host(hostId);
        CloudAdapter adapter = fleet.adapter(host);
        gates.pass(adapter, hostId, () -> {
            waiting.pause(Duration.ZERO);
            call.make(adapter, host);
        });
    }

    /**
     * Creates a copy and waits for its scripts. No permit is held while scripts run. They continue on the host even if this wait
     * ends.
     */
    private void create(Step step, InterruptibleWait waiting) {
        change(step, waiting, (adapter, host) -> adapter.ensure(host, copy(step), step.spec().orElseThrow(), step.routes(),
                step.admitted().orElse(Admitted.EVERYONE)));
        if (step.spec().orElseThrow().scripts().isEmpty()) {
            return;
        }
        Host host = fleet.host(step.hostId().orElseThrow());
        InterruptibleWait.Deadline deadline = patience.deadline(SCRIPT_LIMIT);
        InterruptibleWait.BackOff backOff = waiting.new BackOff(SCRIPT_POLL_FIRST, SCRIPT_POLL_LAST);
        while (true) {
            Optional<String> whyNotMade = fleet.adapter(host).whyNotMade(host, copy(step));
            if (whyNotMade.isEmpty()) {
                return;
            }
            if (deadline.passed()) {
                throw new PermanentFailure(copy(step).instance() + " on " + host.id() + " was not made within " + SCRIPT_LIMIT.toMinutes()
                        + " min: " + whyNotMade.get() + ".\nMaybe read its log, or move slow setup steps into the image.");
            }
            backOff.pause();
        }
    }

    private void confirm(Step step, InterruptibleWait waiting, InterruptibleWait.Deadline deadline) {
        Host host = fleet.host(step.hostId().orElseThrow());
        InterruptibleWait.BackOff backOff = waiting.new BackOff(ExecutionPolicy.POLL_FIRST, ExecutionPolicy.POLL_LAST);
        int looks = 1;
        while (true) {
            List<String> reasons = whyNotReady(step, host);
            if (reasons.isEmpty()) {
                return;
            }
            refuseCrashLoop(step, host, reasons, looks++);
            if (deadline.passed()) {
                throw new PermanentFailure(copy(step).instance() + " on " + host.id()
                        + " was not ready within " + deadline.limit().toSeconds() + " s: " + String.join("; ", reasons)
                        + ".\nMaybe read its log, and check whether the components that it requires are ready.");
            }
            backOff.pause();
        }
    }

    /**
     * Fails early for a copy in a crash loop, which its host restarts repeatedly. Observes only every {@value
     * #LOOKS_PER_OBSERVATION} checks, to limit requests to hosts.
     */
    private void refuseCrashLoop(Step step, Host host, List<String> reasons, int looks) {
        if (looks % LOOKS_PER_OBSERVATION != 0) {
            return;
        }
        fleet.adapter(host).observe(host).stream().filter(copy -> copy.id().equals(copy(step))
                && copy.state() == ObservedCopy.State.CRASH_LOOP).findFirst().ifPresent(copy -> {
            throw new PermanentFailure(copy(step).instance() + " on " + host.id() + " is in a crash loop (" + copy.restarts()
                    .text() + "): " + String.join("; ", reasons)
                    + ".\nMaybe its log says why: caravan logs " + copy(step).application() + "/" + copy(step).instance() + ".");
        });
    }

    private List<String> whyNotReady(Step step, Host host) {
        CloudAdapter adapter = fleet.adapter(host);
        return step.spec().orElseThrow().endpoints().stream()
                .flatMap(endpoint -> adapter.whyNotReady(host, copy(step), endpoint).map(why -> say(endpoint, why)).stream())
                .collect(Collectors.toList());
    }

    private static String say(Endpoint endpoint, String why) {
        return "endpoint " + endpoint.name() + " on port " + endpoint.port() + ": " + why;
    }

    private void enter(Step step, DeploymentPlan plan) {
        entryTable.set(plan.application(), plan.generation(), step.entries());
        answersExpire = patience.deadline(policy.entryTtl());
        store.entriesSet(plan.application(), plan.generation(), new EntryState(step.entries()));
    }

    private Optional<String> drain(Step step, InterruptibleWait waiting) {
        waiting.pause(answersExpire.left());
        Host host = fleet.host(step.hostId().orElseThrow());
        InterruptibleWait.Deadline deadline = patience.deadline(policy.drainLimit());
        InterruptibleWait.BackOff backOff = waiting.new BackOff(ExecutionPolicy.POLL_FIRST, ExecutionPolicy.POLL_LAST);
        // There are gaps between short connections, so a copy counts as drained only after a quiet period.
        Optional<InterruptibleWait.Deadline> quiet = Optional.empty();
        while (true) {
            int open = fleet.adapter(host).openConnections(host, copy(step));
            if (open == 0 && quiet.filter(InterruptibleWait.Deadline::passed).isPresent()) {
                return Optional.empty();
            }
            if (open > 0 && deadline.passed()) {
                return Optional.of(open + " connections were still open after " + policy.drainLimit().toSeconds() + " s.");
            }
            quiet = open > 0 ? Optional.empty() : quiet.or(() -> Optional.of(patience.deadline(ExecutionPolicy.QUIET)));
            backOff.pause();
        }
    }

    private static CopyId copy(Step step) {
        return step.copy().orElseThrow();
    }
}
