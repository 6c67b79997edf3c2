package org.caravan.measure.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.caravan.measure.Sites.BERGEN_BKK;
import static org.caravan.measure.Sites.OHIO_AMAZON;
import static org.caravan.measure.Sites.USERS_TELENOR;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.measure.PathId;
import org.caravan.measure.Probe;
import org.caravan.measure.ProbeBatch;
import org.caravan.measure.ProbeFault;
import org.caravan.measure.ProbeOrder;
import org.caravan.measure.ProbeResult;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.measure.Sites;
import org.caravan.measure.run.ProbeProgress.State;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.measure.schedule.LinkBudgets;
import org.caravan.measure.schedule.LinkVolume;
import org.caravan.measure.schedule.MachineAddresses;
import org.caravan.measure.schedule.ProbeBudgetLeft;
import org.caravan.measure.schedule.ProbeSchedule;
import org.caravan.measure.schedule.ProbeScope;
import org.caravan.measure.schedule.ProbeSettings;
import org.caravan.unit.Bytes;
import org.caravan.unit.Millis;
import org.junit.jupiter.api.Test;

class ProbeRunTest {

    private static final Instant NOW = Instant.parse("2026-11-20T08:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

    /** Sending and receiving rates of access points in Mbit/s; all others have 100. */
    private static final Map<AccessPoint, double[]> MBPS =
            Map.of(USERS_TELENOR, new double[] {0.9, 16}, OHIO_AMAZON, new double[] {38, 300});

    private final SamplesInMemory store = new SamplesInMemory();
    private final List<ProbeProgress> heard = Collections.synchronizedList(new ArrayList<>());

    @Test
    void idleTakesAndStoresEveryPairAndCountsItsCost() {
        ProbeProgress end = run(ProbeRunTest::network).run(ProbeScope.IDLE);

        assertThat(end.state()).isEqualTo(State.DONE);
        assertThat(end.done()).isEqualTo(10).isEqualTo(end.total());
        assertThat(end.faults()).isEmpty();
        assertThat(end.sent()).isEqualTo(new Bytes(1000));
        assertThat(end.pairs()).hasSize(10).allMatch(pair -> pair.took().equals(new Millis(50)));
        assertThat(store.statistics(NOW)).hasSize(20);
        assertThat(heard.get(0).state()).isEqualTo(State.RUNNING);
        assertThat(heard.get(heard.size() - 1)).isEqualTo(end);
    }

    @Test
    void ordersOfABatchEndOneByOne() {
        ProbeProgress end = run(inOneBatch((admitted, stopped, outcome) -> {
            outcome.failed(admitted.get(0), new ProbeFault("the first failed", null));
            admitted.subList(1, admitted.size()).forEach(order -> outcome.taken(order, network(order)));
        })).run(ProbeScope.IDLE);

        assertThat(end.state()).isEqualTo(State.DONE);
        assertThat(end.done()).isEqualTo(10).isEqualTo(end.total());
        assertThat(end.faults()).containsExactly("the first failed");
        assertThat(end.sent()).isEqualTo(new Bytes(900));
        assertThat(store.statistics(NOW)).hasSize(18);
    }

    @Test
    void standardFindsWhatEachAccessLinkCarries() {
        run(ProbeRunTest::network).run(ProbeScope.STANDARD);

        List<Sample> flows = Sites.ALL.sites().stream()
                .flatMap(from -> from.accessPoints().stream())
                .flatMap(from -> Sites.ALL.sites().stream().flatMap(to -> to.accessPoints().stream())
                        .filter(to -> to.family() == from.family())
                        .flatMap(to -> store.samples(new PathId(from, to), Quantity.THROUGHPUT, 9).stream()))
                .toList();
        assertThat(best(flows, BERGEN_BKK)).isEqualTo(100e6);
        assertThat(best(flows, OHIO_AMAZON)).isEqualTo(38e6);
        assertThat(best(flows, USERS_TELENOR)).isEqualTo(0.9e6);
    }

    @Test
    void trainsEstimateWhatEachAccessLinkCarries() {
        ProbeProgress end = run(ProbeRunTest::network).run(ProbeScope.TRAINS);

        assertThat(end.state()).isEqualTo(State.DONE);
        List<Double> rates = Sites.ALL.sites().stream().flatMap(from -> from.accessPoints().stream())
                .flatMap(from -> Sites.ALL.sites().stream().flatMap(to -> to.accessPoints().stream())
                        .filter(to -> to.family() == from.family())
                        .flatMap(to -> store.samples(new PathId(from, to), Quantity.THROUGHPUT, 9).stream()))
                .map(Sample::value).toList();
        assertThat(rates).hasSize(end.total() - 10).contains(0.9e6, 16e6, 38e6, 100e6);
    }

    @Test
    void pathsAreMeasuredAgainBeforeTheFlowsThatFollow() {
        PathId path = new PathId(BERGEN_BKK, OHIO_AMAZON);
        List<ProbeOrder> taken = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger idle = new AtomicInteger();
        ProbeListener listener = new ProbeListener() {

            private boolean asked;

            @Override
            public void progressed(ProbeProgress progress) {
                heard.add(progress);
            }

            @Override
            public void idleMeasured() {
                idle.incrementAndGet();
            }

            @Override
            public Set<PathId> toRepeat() {
                boolean now = idle.get() == 1 && !asked;
                asked |= now;
                return now ? Set.of(path.reversed()) : Set.of();
            }
        };
        ProbeProgress end = new ProbeRun(order -> {
            taken.add(order);
            return network(order);
        }, store, Sites.ALL, schedule(ProbeSettings.DEFAULT), listener, CLOCK).run(ProbeScope.FULL);

        assertThat(end.done()).isEqualTo(end.total()).isEqualTo(10 + 1 + 20);
        assertThat(idle).as("the idle round, and the repeated path").hasValue(2);
        assertThat(taken.get(10)).isInstanceOf(ProbeOrder.IdleRtt.class).extracting(ProbeOrder::path).isEqualTo(path);
        assertThat(taken.subList(11, 31)).noneMatch(ProbeOrder.IdleRtt.class::isInstance);
    }

    /** The paths that it should repeat are left to the next run, and no measurement is announced. */
    @Test
    void aCancelledRunTakesNoPathsToRepeat() {
        assertThat(repeatedOfRunCancelledAt(1)).as("cancelled in the idle round").containsExactly("taken []");
        assertThat(repeatedOfRunCancelledAt(11)).as("cancelled while it repeats")
                .containsExactly("taken []", "idle", "taken [bergen.BKK/ipv4 -> ohio.Amazon/ipv4]",
                        "returned [bergen.BKK/ipv4 -> ohio.Amazon/ipv4]");
    }

    /** @param order number of the probe, from 1, during which the run is cancelled */
    private List<String> repeatedOfRunCancelledAt(int order) {
        List<String> calls = new ArrayList<>();
        ProbeListener listener = new ProbeListener() {

            @Override
            public void progressed(ProbeProgress progress) {}

            @Override
            public void idleMeasured() {
                calls.add("idle");
            }

            @Override
            public Set<PathId> toRepeat() {
                Set<PathId> paths = calls.isEmpty() ? Set.of() : Set.of(new PathId(BERGEN_BKK, OHIO_AMAZON));
                calls.add("taken " + paths);
                return paths;
            }

            @Override
            public void notRepeated(Set<PathId> paths) {
                calls.add("returned " + paths);
            }
        };
        AtomicInteger taken = new AtomicInteger();
        List<ProbeRun> runs = new ArrayList<>();
        runs.add(new ProbeRun(probe -> {
            if (taken.incrementAndGet() == order) {
                runs.get(0).cancel();
            }
            return network(probe);
        }, store, Sites.ALL, schedule(ProbeSettings.DEFAULT), listener, CLOCK));
        assertThat(runs.get(0).run(ProbeScope.FULL).state()).isEqualTo(State.CANCELLED);
        return calls;
    }

    @Test
    void oneFaultStopsNoOther() {
        ProbeProgress end = run(order -> {
            if (order.path().equals(new PathId(BERGEN_BKK, OHIO_AMAZON))) {
                throw new ProbeFault("Host (aws-1) is away.\nMaybe start it.", null);
            }
            return network(order);
        }).run(ProbeScope.FULL);

        assertThat(end.state()).isEqualTo(State.DONE);
        assertThat(end.faults()).as("no flow is tried where no echo came through")
                .containsExactly("Host (aws-1) is away.\nMaybe start it.");
        assertThat(end.done()).isEqualTo(end.total()).isEqualTo(10 + 18);
    }

    @Test
    void aPathThatIsSilentIsAFault() {
        ProbeProgress end = run(order -> {
            boolean silent = order.path().equals(new PathId(BERGEN_BKK, OHIO_AMAZON));
            return silent ? result(order, List.of(sample(order, Quantity.LOSS, 1))) : network(order);
        }).run(ProbeScope.IDLE);

        assertThat(end.faults()).containsExactly(
                "No echo request on path (bergen.BKK/ipv4 -> ohio.Amazon/ipv4) was answered by aws-1 (10.9.99.10).\n"
                        + "Maybe the line is down, or a firewall on it drops ICMP.");
        assertThat(store.samples(new PathId(BERGEN_BKK, OHIO_AMAZON), Quantity.LOSS, 1)).hasSize(1);
    }

    @Test
    void cancellingFinishesWhatIsOnItsWayAndStartsNothingMore() throws Exception {
        int fourAtOnce = 4;
        CountDownLatch firstBegun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger taken = new AtomicInteger();
        Probe waiting = order -> {
            taken.incrementAndGet();
            firstBegun.countDown();
            awaitQuietly(goOn);
            return network(order);
        };
        ProbeRun run = new ProbeRun(waiting, store, Sites.ALL, schedule(new ProbeSettings(16, 4, 1, fourAtOnce, 3)), heard::add, CLOCK);
        Thread running = new Thread(() -> run.run(ProbeScope.FULL));
        running.start();
        firstBegun.await();
        run.cancel();
        goOn.countDown();
        running.join();

        assertThat(run.progress().state()).isEqualTo(State.CANCELLED);
        assertThat(run.progress().done()).isEqualTo(taken.get()).isLessThanOrEqualTo(fourAtOnce);
        assertThat(run.progress().pairs()).hasSize(taken.get());
    }

    /** A batch that is stopped gives no outcome for orders that it did not start. */
    @Test
    void ordersThatACancelledBatchDidNotStartCostNothing() {
        LinkVolume spending = new LinkVolume();
        ProbeBudgetLeft allowance = new ProbeBudgetLeft(LinkBudgets.of(Sites.ALL, Optional.of(new Bytes(50_000_000))), spending, CLOCK);
        List<ProbeRun> runs = new ArrayList<>();
        Probe probe = inOneBatch((admitted, stopped, outcome) -> {
            for (ProbeOrder order : admitted) {
                if (order instanceof ProbeOrder.PacketTrains) {
                    assertThat(stopped.getAsBoolean()).isFalse();
                    runs.get(0).cancel();
                    assertThat(stopped.getAsBoolean()).isTrue();
                    return;
                }
                outcome.taken(order, network(order));
            }
        });
        runs.add(new ProbeRun(probe, store, Sites.ALL, schedule(ProbeSettings.DEFAULT), heard::add, CLOCK, known -> List.of(), allowance));

        ProbeProgress end = runs.get(0).run(ProbeScope.TRAINS);

        assertThat(end.state()).isEqualTo(State.CANCELLED);
        assertThat(end.done()).isEqualTo(10);
        assertThat(spending.bytes(AccessLink.of(BERGEN_BKK), NOW).value()).as("of round-trip times only, 100 each")
                .isEqualTo(100L * end.pairs().stream().filter(pair -> pair.path().toString().contains("bergen.BKK/")).count());
    }

    @Test
    void aBrokenStoreEndsTheRun() {
        store.breakWith("disk full");

        ProbeProgress end = run(ProbeRunTest::network).run(ProbeScope.IDLE);

        assertThat(end.state()).isEqualTo(State.FAILED);
        assertThat(end.faults()).containsExactly("The probe run stopped: disk full");
    }

    @Test
    void repetitionsTakeEverythingAgainAndARunRunsOnce() {
        ProbeRun run = new ProbeRun(ProbeRunTest::network, store, Sites.ALL,
                schedule(ProbeSettings.DEFAULT.withRepetitions(3)), heard::add, CLOCK);

        assertThat(run.run(ProbeScope.IDLE).done()).isEqualTo(30);
        assertThatThrownBy(() -> run.run(ProbeScope.IDLE)).hasMessage("a probe run runs once; this one is DONE");
    }

    private ProbeRun run(Probe probe) {
        return new ProbeRun(probe, store, Sites.ALL, schedule(ProbeSettings.DEFAULT), heard::add, CLOCK);
    }

    private static ProbeSchedule schedule(ProbeSettings settings) {
        return ProbeSchedule.of(Sites.ALL, MachineAddresses.of(Sites.addresses()), settings);
    }

    /** Users are nearest to everybody, so that their narrow line is what everybody tries first. */
    private static ProbeResult network(ProbeOrder order) {
        if (!(order instanceof ProbeOrder.IdleRtt)) {
            double rate = 1e6 * Math.min(mbps(order.path().from())[0], mbps(order.path().to())[1]);
            return result(order, List.of(sample(order, Quantity.THROUGHPUT, rate)));
        }
        double rtt = order.path().toString().contains("users") ? 3 : 20;
        return result(order, List.of(sample(order, Quantity.IDLE_RTT, rtt), sample(order, Quantity.LOSS, 0)));
    }

    private static double[] mbps(AccessPoint at) {
        return MBPS.getOrDefault(at, new double[] {100, 100});
    }

    private static ProbeResult result(ProbeOrder order, List<Sample> samples) {
        return new ProbeResult(order, samples, new Bytes(100), new Millis(50));
    }

    private static Sample sample(ProbeOrder order, Quantity quantity, double value) {
        return new Sample(order.path(), quantity, value, NOW, "test");
    }

    private static double best(List<Sample> flows, AccessPoint from) {
        return flows.stream()
                .filter(flow -> flow.path().from().equals(from))
                .mapToDouble(Sample::value)
                .max()
                .orElseThrow();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Takes the orders of a batch. */
    private interface Taking {

        void take(List<ProbeOrder> admitted, BooleanSupplier stopped, ProbeBatch.Outcome outcome);
    }

    /** Has all orders of a round in one batch. */
    private static Probe inOneBatch(Taking taking) {
        return new Probe() {
            @Override
            public ProbeResult take(ProbeOrder order) {
                throw new AssertionError("all orders are in one batch");
            }

            @Override
            public List<ProbeBatch> batches(List<ProbeOrder> orders) {
                return List.of(new ProbeBatch() {
                    @Override
                    public List<ProbeOrder> orders() {
                        return orders;
                    }

                    @Override
                    public void take(List<ProbeOrder> admitted, BooleanSupplier stopped, Outcome outcome) {
                        taking.take(admitted, stopped, outcome);
                    }
                });
            }
        };
    }
}
