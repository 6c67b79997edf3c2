package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.simulated.SimulatedFault;
import org.caravan.adapter.simulated.SimulatedMachineScript;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.plan.DeploymentPlan;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens at each kind of fault of a simulated provider of machines, while an instance moves to a host that is rented. */
class RentedFaultsTest {

    @TempDir
    Path folder;

    private FaultBench bench;
    private DeploymentPlan toTheCloud;

    private void open(SimulatedMachineScript script) {
        bench = new FaultBench(folder, script);
        toTheCloud = Plans.frontAndDb("host-41", "host-21", Optional.of(bench.first));
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @AfterAll
    static void print() {
        FaultTable.print();
    }

    private ExecutionReport move(SimulatedFault... faults) {
        for (SimulatedFault fault : faults) {
            bench.cloud.fail(fault);
        }
        return bench.carryOut(toTheCloud, FaultBench.UNDO);
    }

    private static SimulatedFault fault(String operation, int times, AdapterFault.Kind kind) {
        return new SimulatedFault(operation, "host-41", times, kind);
    }

    @Test
    void ordersThatFailForAWhileAreRepeatedAndRentOneMachine() {
        open(Clouds.script());
        ExecutionReport report = move(fault("ensure", 2, AdapterFault.Kind.FAILED));
        bench.settledAt(toTheCloud, report);
        assertThat(FaultBench.tries(report, "RENT host-41")).isEqualTo(3);
        assertThat(machines()).isEqualTo(1);
        FaultBench.row("rented: cloud API errors (500), two orders", report);
    }

    @Test
    void ordersThatAlwaysFailAreUndone() {
        open(Clouds.script());
        ExecutionReport report = move(fault("ensure", 99, AdapterFault.Kind.FAILED));
        bench.asBefore(report);
        assertThat(machines()).isZero();
        FaultBench.row("rented: cloud API errors (500), lasting", report);
    }

    @Test
    void anOrderWhoseAnswerIsLostRentsOneMachine() {
        open(Clouds.script());
        int[] lost = {0};
        bench.cloud.afterCall(call -> {
            if (call.startsWith("ensure host-41") && lost[0]++ == 0) {
                throw new AdapterFault(AdapterFault.Kind.UNREACHABLE, "no answer within 30 s.");
            }
        });
        ExecutionReport report = move(fault("ensureAccess", 1, AdapterFault.Kind.UNREACHABLE));
        bench.settledAt(toTheCloud, report);
        assertThat(machines()).isEqualTo(1);
        FaultBench.row("rented: timeouts of an order and of OPEN", report);
    }

    @Test
    void throttlingIsGivenTime() {
        open(Clouds.script());
        long before = bench.clock.nanos();
        ExecutionReport report = move(fault("ensure", 2, AdapterFault.Kind.THROTTLED));
        bench.settledAt(toTheCloud, report);
        assertThat(Duration.ofNanos(bench.clock.nanos() - before)).isGreaterThan(Bench.POLICY.retryFirst().multipliedBy(12));
        FaultBench.row("rented: throttling, two calls", report);
    }

    @Test
    void noRoomIsNotAskedForAgain() {
        SimulatedMachineScript roomy = Clouds.script();
        open(new SimulatedMachineScript(1, Duration.ZERO, Duration.ZERO, roomy.capabilities(), roomy.offers(), Set.of("small"), Set.of(),
                roomy.networks(), Map.of(), Set.of(), Set.of(), Set.of(), Optional.empty(), List.of()));
        ExecutionReport report = move();
        bench.asBefore(report);
        assertThat(FaultBench.tries(report, "RENT host-41")).isEqualTo(1);
        assertThat(report.error().orElseThrow()).contains("has no room for (sites/host-41) of offer (small)");
        FaultBench.row("rented: no capacity", report);
    }

    @Test
    void slowBootIsWaitedFor() {
        open(Clouds.script().withBootAfter(Duration.ofMinutes(9)));
        long before = bench.clock.nanos();
        ExecutionReport report = move();
        bench.settledAt(toTheCloud, report);
        assertThat(Duration.ofNanos(bench.clock.nanos() - before)).isGreaterThan(Duration.ofMinutes(5));
        FaultBench.row("rented: slow boot, about 9 min", report);
    }

    @Test
    void bootThatNeverEndsIsUndoneAndTheMachineGivenBack() {
        open(Clouds.script().withBootAfter(Duration.ofDays(9)));
        ExecutionReport report = move();
        bench.asBefore(report);
        assertThat(report.error().orElseThrow()).contains("was not ready for copies within 15 min: it boots");
        assertThat(machines()).isZero();
        FaultBench.row("rented: boot that does not end", report);
    }

    private long machines() {
        return bench.cloud.observe(Plans.INFRASTRUCTURE.host("host-41").rental().orElseThrow().region()).size();
    }
}
