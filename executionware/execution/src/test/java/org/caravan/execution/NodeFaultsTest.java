package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.caravan.adapter.CloudAdapter;
import org.caravan.application.OnFailure;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.ProgressListener;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.RunTerms;
import org.caravan.execution.journal.StepRecord;
import org.caravan.execution.sql.SqlRunStore;
import org.caravan.execution.step.ExecutionPolicy;
import org.caravan.execution.time.Clock;
import org.caravan.infrastructure.Host;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What happens at faults of real nodes: containers on an emulated pair of sites. Printed as a table with the simulated ones. */
@Tag("slow")
@ExtendWith(CrashBed.class)
class NodeFaultsTest {

    private static final int CUT_SECONDS = Integer.getInteger("faults.cut", 300);
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final ExecutionPolicy POLICY = new ExecutionPolicy(4, Duration.ofMillis(500), Duration.ofSeconds(60),
            Duration.ofSeconds(5), Duration.ofMillis(20), 3, Duration.ofSeconds(5));
    private static final String EAST = "pi-east-1";
    private static final String WEST = "pi-west-1";

    @TempDir
    Path folder;

    private final CrashWorld world = CrashWorld.open("lxc", Path.of("unused"));
    private final Plans plans = new Plans(0, "faults", CrashBed.infrastructure(), world.imageOf());
    private RunStore store;
    private CloudAdapter adapter;
    private DeploymentService deployment;

    @BeforeEach
    void open() {
        store = SqlRunStore.open(folder.resolve("journal.db"));
        adapter = world.standing();
        deployment = new DeploymentService(new HostRegistry(world::infrastructure, (Host host) -> adapter), store,
                (application, generation, entries) -> { }, POLICY, Clock.SYSTEM, ProgressListener.NONE);
    }

    @AfterEach
    void close() throws Exception {
        deployment.close();
        store.close();
    }

    @AfterAll
    static void print() {
        FaultTable.print();
    }

    @Test
    void powerLossInTheMiddleOfACreation() throws Exception {
        DeploymentPlan plan = plans.one(WEST, Optional.empty());
        Thread power = new Thread(() -> testbed("reboot", WEST), "power");
        once("ensure", power::start);
        long runId = deployment.start(plan, Optional.empty());
        ExecutionReport run = deployment.await(runId, LIMIT);
        String first = run.state().name();
        power.join();
        if (run.state() == RunState.FAILED) {
            deployment.resume(runId);
            run = deployment.await(runId, LIMIT);
        }
        assertThat(run.state()).isEqualTo(RunState.DONE);
        assertThat(adapter.observe(CrashBed.infrastructure().host(WEST))).hasSize(1);
        FaultTable.put("node: power loss in mid-create", first + (first.equals("FAILED") ? ", power back, resumed: " + run.state() : "")
                + ", at most " + tries(run) + " tries, one copy");
        remove();
    }

    @Test
    void theNodeFallsSilentWhileACommandWaits() throws Exception {
        DeploymentPlan plan = plans.one(WEST, Optional.empty());
        once("ensure", () -> {
            holdAllLocks(20);
            new Thread(() -> testbed("cut", WEST), "cut").start();
        });
        long runId = deployment.start(plan, Optional.empty());
        ExecutionReport during = deployment.await(runId, LIMIT);
        testbed("mend", WEST);
        assertThat(during.state()).as("heard of within %s", LIMIT).isEqualTo(RunState.FAILED);
        deployment.resume(runId);
        ExecutionReport after = deployment.await(runId, LIMIT);
        assertThat(after.state()).isEqualTo(RunState.DONE);
        assertThat(adapter.observe(CrashBed.infrastructure().host(WEST))).hasSize(1);
        FaultTable.put("node: silent while a command waits", during.state() + " (held), at most " + tries(during)
                + " tries: " + during.error().orElseThrow().lines().findFirst().orElse("") + "; heard again, resumed: " + after.state()
                + ", one copy");
        remove();
    }

    /** The command that comes next waits on the node, whosever lock it asks for. */
    private static void holdAllLocks(int seconds) {
        testbed("exec", WEST, "--", "bash", "-c",
                ("mkdir -p /run/lock; for number in {0..63}; do flock /run/lock/caravan.$number sleep %d </dev/null >/dev/null 2>&1 & "
                + "done; sleep 1")
                .formatted(seconds));
    }

    private void once(String call, Runnable before) {
        AtomicBoolean done = new AtomicBoolean();
        adapter = KillPoints.before(CloudAdapter.class, adapter, call, () -> {
            if (!done.getAndSet(true)) {
                before.run();
            }
        });
    }

    private static void testbed(String... words) {
        try {
            CrashBed.testbed(words);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void diskFullOnTheNodeThatAnInstanceMovesTo() throws Exception {
        DeploymentPlan there = plans.one(EAST, Optional.empty());
        assertThat(carryOut(there).state()).isEqualTo(RunState.DONE);
        CrashBed.testbed("exec", WEST, "--", "sh", "-c",
                "mount -t tmpfs -o size=4k full /var/lib/lxc && head -c 4096 /dev/zero >/var/lib/lxc/filler");
        ExecutionReport run = carryOut(plans.one(WEST, Optional.of(there)));
        CrashBed.testbed("exec", WEST, "--", "umount", "-l", "/var/lib/lxc");
        assertThat(run.state()).isEqualTo(RunState.UNDONE);
        assertThat(adapter.observe(CrashBed.infrastructure().host(EAST))).hasSize(1);
        assertThat(adapter.observe(CrashBed.infrastructure().host(WEST))).isEmpty();
        FaultTable.put("node: disk full", run.state() + ", at most " + tries(run) + " tries: "
                + run.error().orElseThrow().lines().findFirst().orElse(""));
        remove();
    }

    @Test
    void networkCutToASite() throws Exception {
        DeploymentPlan plan = plans.one(WEST, Optional.empty());
        assertThat(carryOut(plan).state()).isEqualTo(RunState.DONE);
        EntryPlacement entry = plan.entries().get(0);
        CrashBed.testbed("cut", WEST);
        Process users = users(entry);
        ExecutionReport during = carryOut(plans.one(EAST, Optional.of(plan)));
        String counted = counted(users);
        CrashBed.testbed("mend", WEST);
        assertThat(during.error().orElseThrow()).contains(WEST + " was not observed");
        assertThat(counted).matches("answered [1-9][0-9]* of [0-9]+");
        String[] number = counted.split(" ");
        assertThat(number[1]).as("what runs there keeps serving").isEqualTo(number[3]);
        deployment.resume(during.runId());
        ExecutionReport after = deployment.await(during.runId(), LIMIT);
        assertThat(after.state()).isEqualTo(RunState.DONE);
        FaultTable.put("node: network to a site cut for " + CUT_SECONDS + " s", "a move away meanwhile: " + during.state()
                + " (held); requests to what runs there: " + counted + "; mended, resumed: " + after.state());
        remove();
    }

    /** One request per half second from the other site, which still reaches it. */
    private static Process users(EntryPlacement entry) throws Exception {
        String ask = ("timeout 5 bash -c 'exec 3<>/dev/tcp/%s/%d && printf \"GET / HTTP/1.0\\r\\n\\r\\n\" >&3 && head -n 1 <&3 | grep -q "
                + "200'")
                .formatted(entry.targetAddress(), entry.port());
        String loop = "ok=0; all=0; end=$((SECONDS + " + CUT_SECONDS + ")); while [ $SECONDS -lt $end ]; do all=$((all + 1)); "
                + ask + " && ok=$((ok + 1)); sleep 0.5; done; echo answered $ok of $all";
        return new ProcessBuilder(CrashBed.command("exec", EAST, "--", "bash", "-c", loop)).redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String counted(Process users) throws Exception {
        try (BufferedReader said = users.inputReader()) {
            String last = said.lines().reduce("", (before, line) -> line);
            users.waitFor();
            return last;
        }
    }

    private ExecutionReport carryOut(DeploymentPlan plan) throws InterruptedException {
        return deployment.await(deployment.start(plan, Optional.empty(), new RunTerms(OnFailure.UNDO, Set.of())), LIMIT);
    }

    private void remove() throws InterruptedException {
        ExecutionReport removal = deployment.await(deployment.destroy("faults"), LIMIT);
        assertThat(removal.state()).isEqualTo(RunState.DONE);
    }

    private static int tries(ExecutionReport run) {
        return run.steps().stream().mapToInt(StepRecord::tries).max().orElse(0);
    }
}
