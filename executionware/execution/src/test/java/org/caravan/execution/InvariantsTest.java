package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.caravan.adapter.Admitted;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.infrastructure.Host;
import org.caravan.machine.ObservedMachine;
import org.caravan.plan.DeploymentPlan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What must hold whatever the plans are and whenever the server dies. The seed of a failing case is its parameter. A sample, but with
 * {@code -Dinvariants.whole=true}.
 */
class InvariantsTest {

    private static final int CASES_PER_BATCH = 25;
    private static final int NEVER = Integer.MAX_VALUE;
    private static final boolean WHOLE = Boolean.getBoolean("invariants.whole");
    /** All of its moments are tried in the sample, too. */
    private static final long EVERY_MOMENT = 1003;

    @TempDir
    private Path folder;

    private Bench bench;

    static LongStream batches() {
        return LongStream.range(0, WHOLE ? 20 : 3).map(batch -> batch * CASES_PER_BATCH);
    }

    @BeforeEach
    void open() {
        bench = new Bench(folder.resolve("journal.db"));
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @ParameterizedTest
    @MethodSource("batches")
    void executedPlanReconcilesToNoSteps(long firstSeed) {
        for (long seed = firstSeed; seed < firstSeed + CASES_PER_BATCH; seed++) {
            Plans plans = new Plans(seed);
            bench.world.questionsUntilReady = (int) (seed % 3);
            DeploymentPlan plan = plans.first();
            for (int generation = 0; generation < 4; generation++) {
                bench.assertSettled(plan, bench.carryOut(plan));
                plan = Bench.next(plans, plan, seed + generation);
            }
            removeAll(seed);
        }
        assertThat(bench.world.violations).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("batches")
    @Tag("long")
    void crashAnywhereConverges(long firstSeed) {
        for (long seed = firstSeed; seed < firstSeed + CASES_PER_BATCH; seed++) {
            Plans plans = new Plans(seed);
            bench.world.questionsUntilReady = (int) (seed % 3);
            DeploymentPlan plan = plans.first();
            Random random = new Random(seed);
            for (int generation = 0; generation < 3; generation++) {
                crashAt(random.nextInt(60));
                ExecutionReport report = bench.carryOut(plan);
                boolean crashed = down();
                for (int restarts = random.nextInt(3); crashed && restarts > 0; restarts--) {
                    crashAt(random.nextInt(40));
                    bench.restart();
                    tryRecover();
                }
                crashAt(NEVER);
                if (crashed) {
                    report = bench.recoverAndCarryOut(plan);
                }
                bench.assertSettled(plan, report);
                plan = Bench.next(plans, plan, seed + generation);
            }
            removeAll(seed);
        }
        assertThat(bench.world.violations).isEmpty();
    }

    /** Every single moment of a few moves: before and after each adapter call. Of two of them the sample tries every third moment. */
    @ParameterizedTest
    @ValueSource(longs = {EVERY_MOMENT, 1007, 1011})
    @Tag("long")
    void crashAtEveryMomentConverges(long seed) {
        boolean crashed = true;
        int stride = WHOLE || seed == EVERY_MOMENT ? 1 : 3;
        for (int moment = (int) (seed % stride); crashed; moment += stride) {
            Plans plans = new Plans(seed);
            DeploymentPlan before = named(plans.first(), "app-" + moment);
            bench.assertSettled(before, bench.carryOut(before));
            DeploymentPlan after = named(plans.next(before), "app-" + moment);
            crashAt(moment);
            ExecutionReport report = bench.carryOut(after);
            crashed = down();
            crashAt(NEVER);
            if (crashed) {
                report = bench.recoverAndCarryOut(after);
            }
            bench.assertSettled(after, report);
            bench.await(bench.deployment.destroy(after.application()));
        }
        assertThat(bench.world.violations).isEmpty();
    }

    /** Hosts restart, copies vanish or run twice behind our back: nothing is promised meanwhile, but it is mended. */
    @ParameterizedTest
    @MethodSource("batches")
    void driftIsMended(long firstSeed) {
        bench.world.watchful = false;
        for (long seed = firstSeed; seed < firstSeed + CASES_PER_BATCH; seed++) {
            Plans plans = new Plans(seed);
            DeploymentPlan plan = plans.first();
            Random random = new Random(seed);
            for (int generation = 0; generation < 3; generation++) {
                bench.assertSettled(plan, bench.carryOut(plan));
                disturb(random);
                bench.assertSettled(plan, bench.carryOut(plan));
                disturb(random);
                plan = Bench.next(plans, plan, seed + generation);
            }
            removeAll(seed);
        }
    }

    /** Hosts cannot be seen for a while, and plans go on meanwhile: nothing that may still be used from there goes. */
    @ParameterizedTest
    @MethodSource("batches")
    void whatMayBeUsedFromHostsThatAreNotSeenStays(long firstSeed) {
        notSeen(firstSeed, false);
    }

    /** The same, if the hosts are known to be lost: what requires them is not ready, and nothing is routed to it. */
    @ParameterizedTest
    @MethodSource("batches")
    void whatMayBeUsedFromLostHostsStays(long firstSeed) {
        notSeen(firstSeed, true);
    }

    private void notSeen(long firstSeed, boolean lost) {
        for (long seed = firstSeed; seed < firstSeed + CASES_PER_BATCH; seed++) {
            Plans plans = new Plans(seed).withoutReusedAddresses();
            DeploymentPlan plan = plans.first();
            Random random = new Random(seed);
            bench.assertSettled(plan, bench.carryOut(plan));
            for (int generation = 0; generation < 3; generation++) {
                bench.world.unreachable.add(Plans.INFRASTRUCTURE.hosts().get(random.nextInt(6)).id());
                bench.world.lost.addAll(lost ? bench.world.unreachable : Set.of());
                DeploymentPlan next = Bench.next(plans, plan, seed + generation);
                try {
                    bench.world.served = instance -> next.instance(instance).isPresent();
                    bench.carryOut(next);
                    plan = next;
                } catch (RejectedInput refused) {
                    assertThat(refused.diagnostics()).extracting(one -> one.code()).containsOnly("host-not-observed");
                }
                if (random.nextBoolean()) {
                    bench.world.unreachable.clear();
                    bench.world.lost.clear();
                }
            }
            DeploymentPlan last = plan;
            bench.world.served = instance -> last.instance(instance).isPresent();
            bench.world.unreachable.clear();
            bench.world.lost.clear();
            bench.assertSettled(plan, bench.carryOut(plan));
            removeAll(seed);
        }
        assertThat(bench.world.violations).isEmpty();
    }

    private void disturb(Random random) {
        for (String hostId : List.copyOf(bench.world.machines.machines.keySet())) {
            disturb(bench.world.machines.machines.get(hostId), random);
        }
        for (MemoryCopy copy : List.copyOf(bench.world.copies.values())) {
            Host host = Bench.host(copy.hostId);
            if (random.nextInt(6) == 0) {
                copy.admitted = Admitted.EVERYONE; // its filter was flushed
            }
            switch (random.nextInt(6)) {
                case 0 -> copy.running = false;
                case 1 -> bench.world.copies.remove(InMemoryAdapter.key(host, copy.id));
                case 2 -> {
                    Host other = Plans.INFRASTRUCTURE.hosts().get(random.nextInt(10));
                    if (!bench.world.machines.answers(other)) {
                        continue;
                    }
                    bench.world.copies.putIfAbsent(InMemoryAdapter.key(other, copy.id),
                            new MemoryCopy(copy.id, other.id(), copy.spec, copy.routes, 0));
                }
                case 3 -> copy.routes = List.of();
                default -> { }
            }
        }
    }

    /** Machines are deleted or switched off, lose an address, or one more is rented that nobody needs. */
    private void disturb(MemoryMachines.Machine machine, Random random) {
        switch (random.nextInt(6)) {
            case 0 -> bench.world.machines.lose(machine.hostId);
            case 1 -> machine.state = ObservedMachine.State.STOPPED;
            case 2 -> machine.addresses = Set.of();
            case 3 -> bench.world.machines.rent(Bench.host("host-4" + (1 + random.nextInt(2))));
            default -> { }
        }
    }

    private final AtomicInteger moments = new AtomicInteger();
    private volatile int fatal = NEVER;

    private void crashAt(int moment) {
        moments.set(0);
        fatal = moment;
        bench.world.hook = (call, before) -> {
            if (moments.getAndIncrement() >= fatal) {
                throw new Crash();
            }
        };
    }

    private boolean down() {
        return moments.get() > fatal;
    }

    private void tryRecover() {
        try {
            bench.deployment.recover().forEach(bench::await);
        } catch (Crash crash) {
            // The next restart tries again.
        }
    }

    private void removeAll(long seed) {
        crashAt(NEVER);
        bench.await(bench.deployment.destroy("app-" + seed));
        assertThat(bench.world.copies).isEmpty();
        assertThat(bench.world.entries).isEmpty();
        assertThat(bench.world.machines.machines).isEmpty();
    }

    private static DeploymentPlan named(DeploymentPlan plan, String application) {
        return new DeploymentPlan(application, plan.applicationVersion(), plan.parentId(), plan.generation(),
                plan.instances(), plan.links(), plan.entries());
    }
}
