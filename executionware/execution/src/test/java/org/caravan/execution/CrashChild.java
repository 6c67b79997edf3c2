package org.caravan.execution;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.adapter.CloudAdapter;
import org.caravan.change.ChangeSet;
import org.caravan.change.EntryTable;
import org.caravan.plan.DeploymentPlan;

/**
 * One life of a server that carries out plans, in a process of its own. It goes on with what its predecessor left when
 * it was killed, looks whether that is whole, clears it away, and begins something new, in which it is killed itself.
 */
public final class CrashChild {

    static final String CONVERGED = "CONVERGED";
    static final String END = "END ";

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final ExecutionPolicy POLICY = new ExecutionPolicy(4, Duration.ofMillis(20), Duration.ofSeconds(60),
            Duration.ofSeconds(5), Duration.ofMillis(20), 3, Duration.ofSeconds(5));
    private static final Set<String> ADAPTER_CALLS =
            Set.of("observe", "ensureImage", "ensure", "whyNotReady", "route", "openConnections", "destroy");
    private static final Set<String> JOURNAL_CALLS =
            Set.of("begin", "beginAttempt", "stepStarted", "stepEnded", "runEnded", "entriesSet", "reopened");

    private final CrashWorld world;
    private final KillPoints points;
    private final RunStore store;
    private final Deployment deployment;

    private CrashChild(Path folder, String worldName, long seed) {
        world = CrashWorld.open(worldName, folder);
        points = new KillPoints(seed);
        store = SqliteRunStore.open(folder.resolve("journal.db"));
        RunStore journal = points.around(RunStore.class, store, "journal", JOURNAL_CALLS, false);
        CloudAdapter adapter = points.around(CloudAdapter.class, world.adapter(), "adapter", ADAPTER_CALLS, true);
        EntryTable names = points.around(EntryTable.class, (application, generation, entries) -> { }, "names", Set.of("set"), false);
        deployment = new Deployment(new Fleet(world::infrastructure, host -> adapter), journal, names, POLICY, Clock.SYSTEM,
                ProgressListener.NONE);
    }

    /** Arguments: folder, world, seed of the plans, moment of the kill, and moment of a kill in the recovery or -1. */
    public static void main(String[] arguments) throws InterruptedException {
        CrashChild child = new CrashChild(Path.of(arguments[0]), arguments[1], Long.parseLong(arguments[3]));
        child.recover(Integer.parseInt(arguments[4]));
        if (Integer.parseInt(arguments[3]) >= 0) {
            child.move(Long.parseLong(arguments[2]), Integer.parseInt(arguments[3]));
        }
        System.exit(0);
    }

    private void recover(int moment) throws InterruptedException {
        points.arm("recovery:", moment);
        for (long runId : deployment.recover()) {
            deployment.await(runId, LIMIT);
        }
        points.disarm();
        Map<String, String> wanted = new TreeMap<>();
        for (Target target : store.targets()) {
            DeploymentPlan plan = target.plan();
            if (plan.instances().isEmpty()) {
                // An earlier life found it whole and cleared it away; whether that left anything is seen below.
                continue;
            }
            for (long runId : store.runs(plan.application())) {
                ExecutionReport run = store.run(runId).orElseThrow();
                require(run.state() == RunState.DONE, "run " + runId + " is " + run.state() + ": " + run.error().orElse(""));
            }
            ChangeSet left = deployment.preview(plan);
            require(left.equals(new ChangeSet(plan, List.of(), List.of())), "left to do: " + left.canonicalText());
            require(store.entries(plan.application()).entries().equals(plan.entries()), "users are told otherwise");
            plan.instances().forEach(placed -> wanted.put(
                    placed.copy(plan.application()).label() + " on " + placed.hostId(), "RUNNING"));
        }
        require(world.copies().equals(wanted), "there is " + world.copies() + ", not " + wanted);
        System.out.println(CONVERGED);
        clear();
    }

    private void clear() throws InterruptedException {
        for (Target target : store.targets()) {
            if (!target.plan().instances().isEmpty()) {
                deployment.await(deployment.destroy(target.plan().application()), LIMIT);
            }
        }
        require(world.copies().isEmpty(), "not cleared away: " + world.copies());
    }

    private void move(long seed, int moment) throws InterruptedException {
        Plans plans = new Plans(seed, "app-" + seed + "-" + moment, world.infrastructure(), world.imageOf());
        DeploymentPlan before = plans.first();
        ExecutionReport report = deployment.await(deployment.start(before, Optional.empty()), LIMIT);
        require(report.state() == RunState.DONE, "before the kill: " + report.error());
        points.arm("move:", moment);
        DeploymentPlan after = plans.next(before);
        deployment.await(deployment.start(after, Optional.empty()), LIMIT);
        System.out.println(END + points.passed());
        points.disarm();
        clear();
    }

    private static void require(boolean fine, String otherwise) {
        if (!fine) {
            System.out.println("BROKEN " + otherwise.replace('\n', ' '));
            System.out.flush();
            Runtime.getRuntime().halt(1);
        }
    }
}
