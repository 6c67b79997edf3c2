package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.caravan.adapter.AdapterFault;
import org.caravan.application.OnFailure;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.ProgressListener;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.RunTerms;
import org.caravan.execution.journal.StoreFault;
import org.caravan.plan.DeploymentPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The journal is out of reach for three calls from any write on: before it, or after it was stored. The deployment ends as without that.
 */
class JournalOutageTest {

    private static final Set<String> WRITES = Set.of("beginAttempt", "stepStarted", "stepEnded", "stepSkipped", "entriesSet", "beginUndo",
            "runEnded");
    private static final int OUTAGE = 3;

    @TempDir
    Path folder;

    private final DeploymentPlan first = Plans.frontAndDb("host-11", "host-21", Optional.empty());
    private final DeploymentPlan moved = Plans.frontAndDb("host-31", "host-21", Optional.of(first));

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMoveEnds(boolean before) {
        int writes = Integer.MAX_VALUE;
        for (int from = 1; from <= writes; from++) {
            try (Bench bench = new Bench(folder.resolve(from + ".db"))) {
                Outage outage = new Outage(from, before);
                ExecutionReport run = carriedOut(bench, outage, RunTerms.HELD);
                assertThat(run.state()).as("outage from write %d: %s", from, run.error()).isEqualTo(RunState.DONE);
                bench.assertReal(moved);
                writes = outage.calls.get();
            }
        }
        assertThat(writes).isGreaterThan(10);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMoveThatFailsIsUndone(boolean before) {
        int writes = Integer.MAX_VALUE;
        for (int from = 1; from <= writes; from++) {
            try (Bench bench = new Bench(folder.resolve(from + ".db"))) {
                Outage outage = new Outage(from, before);
                bench.world.hook = (call, begun) -> {
                    if (begun && call.equals("ENTRY") && bench.store.target(first.application())
                            .filter(target -> target.plan().equals(moved)).isPresent()) {
                        throw new AdapterFault(AdapterFault.Kind.NO_CAPACITY, "no");
                    }
                };
                ExecutionReport run = carriedOut(bench, outage, new RunTerms(OnFailure.UNDO, Set.of()));
                assertThat(run.state()).as("outage from write %d: %s", from, run.error()).isEqualTo(RunState.UNDONE);
                bench.assertReal(bench.store.target(first.application()).orElseThrow().plan());
                assertThat(bench.store.target(first.application()).orElseThrow().plan().instances()).extracting(placed -> placed.hostId())
                        .containsExactlyElementsOf(first.instances().stream().map(placed -> placed.hostId()).toList());
                writes = outage.calls.get();
            }
        }
        assertThat(writes).isGreaterThan(10);
    }

    /** A fault that does not pass leaves the run as it is, for the next start. */
    @Test
    void aFaultThatStaysIsNotRepeated() throws Exception {
        try (Bench bench = new Bench(folder.resolve("stays.db"))) {
            AtomicInteger calls = new AtomicInteger();
            RunStore broken = proxy(bench.store, (name, call) -> {
                if (name.equals("beginAttempt")) {
                    calls.incrementAndGet();
                    throw new StoreFault("The journal is corrupt.\nMaybe restore a backup.", null);
                }
                return call.invoke();
            });
            try (DeploymentService service = new DeploymentService(bench.fleet, broken, bench.world, Bench.POLICY, new FastClock(),
                    ProgressListener.NONE)) {
                assertThat(service.await(service.start(first, Optional.empty(), RunTerms.HELD), Duration.ofSeconds(5)).state())
                        .isEqualTo(RunState.RUNNING);
            }
            assertThat(calls).hasValue(1);
        }
    }

    private ExecutionReport carriedOut(Bench bench, Outage outage, RunTerms terms) {
        bench.carryOut(first);
        RunStore reached = proxy(bench.store, outage::call);
        try (DeploymentService service = new DeploymentService(bench.fleet, reached, bench.world, Bench.POLICY, new FastClock(),
                ProgressListener.NONE)) {
            return service.await(service.start(moved, Optional.empty(), terms), Duration.ofSeconds(30));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private interface Call {
        Object invoke() throws Throwable;
    }

    private interface Seen {
        Object call(String name, Call call) throws Throwable;
    }

    private static RunStore proxy(RunStore store, Seen seen) {
        return (RunStore) Proxy.newProxyInstance(RunStore.class.getClassLoader(), new Class<?>[] {RunStore.class},
                (self, method, arguments) -> seen.call(method.getName(), () -> {
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException fault) {
                        throw fault.getCause();
                    }
                }));
    }

    /** @param from number of the first write that fails */
    private static final class Outage {
        private final AtomicInteger calls = new AtomicInteger();
        private final int from;
        private final boolean before;

        private Outage(int from, boolean before) {
            this.from = from;
            this.before = before;
        }

        private Object call(String name, Call call) throws Throwable {
            if (!WRITES.contains(name)) {
                return call.invoke();
            }
            int number = calls.incrementAndGet();
            boolean out = number >= from && number < from + OUTAGE;
            if (out && (before || number > from)) {
                throw new StoreFault("The disk of the journal is full.\nMaybe free some space.", null, true);
            }
            Object result = call.invoke();
            if (out) {
                throw new StoreFault("The answer of the journal is lost.\nMaybe wait.", null, true);
            }
            return result;
        }
    }
}
