package org.caravan.execution;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.HostRental;
import org.caravan.application.OnFailure;
import org.caravan.application.SecretUse;
import org.caravan.change.ChangeSet;
import org.caravan.change.EntryTable;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.ProgressListener;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.RunTerms;
import org.caravan.execution.journal.Target;
import org.caravan.execution.sql.SqlRunStore;
import org.caravan.execution.step.ExecutionPolicy;
import org.caravan.infrastructure.Host;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;

/**
 * One life of a server that carries out plans, in a process of its own. It goes on with what its predecessor left when
 * it was killed, counts what is not whole, clears it away, and begins something new, in which it is killed itself.
 */
public final class CrashChild {

    static final String CONVERGED = "CONVERGED";
    static final String BROKEN = "BROKEN ";
    static final String PASSED = "PASSED ";
    static final String END = "END";

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final ExecutionPolicy POLICY = new ExecutionPolicy(4, Duration.ofMillis(20), Duration.ofSeconds(60),
            Duration.ofSeconds(5), Duration.ofMillis(20), 3, Duration.ofSeconds(5));
    private static final Set<String> ADAPTER_CALLS =
            Set.of("observe", "ensureImage", "supply", "ensure", "whyNotReady", "route", "openConnections", "destroy");
    private static final Set<String> RENTAL_CALLS = Set.of("machines", "rent", "open", "release");
    private static final Set<String> JOURNAL_CALLS = Set.of(
            "begin", "beginAttempt", "beginUndo", "cancelled", "stepStarted", "stepEnded", "runEnded", "entriesSet", "reopened");

    private final CrashWorld world;
    private final KillPoints points;
    private final RunStore store;
    private final HostRegistry fleet;
    private final DeploymentService deployment;
    private final CrashCancel cancel;

    private CrashChild(Path folder, String worldName, long seed) {
        world = CrashWorld.open(worldName, folder);
        points = new KillPoints(seed, world.call());
        store = SqlRunStore.open(folder.resolve("journal.db"));
        cancel = new CrashCancel(store);
        RunStore journal = points.around(RunStore.class, store, "journal", JOURNAL_CALLS, false);
        CloudAdapter standing = points.around(CloudAdapter.class, cancel.before(world.standing()), "adapter", ADAPTER_CALLS, true);
        CloudAdapter renting = points.around(CloudAdapter.class, cancel.before(world.renting()), "adapter", ADAPTER_CALLS, true);
        Optional<HostRental> rental = world.renting().rental()
                .map(real -> points.around(HostRental.class, real, "adapter", RENTAL_CALLS, true));
        EntryTable counted = points.around(EntryTable.class, (application, generation, entries) -> { }, "names", Set.of("set"), false);
        // A recovery tells the end of every application that ever was: too many of the same moment.
        EntryTable names = (application, generation, entries) -> {
            if (!entries.isEmpty()) {
                counted.set(application, generation, entries);
            }
        };
        fleet = new HostRegistry(world::infrastructure, host -> host.rental().isEmpty() ? standing
                : KillPoints.answering(CloudAdapter.class, renting, "rental", rental));
        deployment = new DeploymentService(fleet, journal, names, CrashSecrets.SOURCE, POLICY, world.clock(), new ProgressListener() {
            @Override
            public void onRun(ExecutionReport report) {
                if (report.state() == RunState.UNDOING) {
                    points.enter("undo");
                }
            }
        });
        cancel.by(deployment);
    }

    /**
     * Arguments: folder, world, moment of a kill in the recovery or -1; and, for a life that moves something, seed of the plans,
     * place of the kill and how many times it is passed before.
     */
    public static void main(String[] arguments) throws InterruptedException {
        CrashChild child = new CrashChild(Path.of(arguments[0]), arguments[1], String.join("", arguments).hashCode());
        child.recover(Integer.parseInt(arguments[2]));
        if (arguments.length > 3) {
            child.move(Long.parseLong(arguments[3]), arguments[4], Integer.parseInt(arguments[5]));
        }
        System.exit(0);
    }

    /** Every place at which a process can be killed. */
    static Set<String> places() {
        Set<String> places = new TreeSet<>();
        Stream.of("before adapter ", "within adapter ", "after adapter ").forEach(when ->
                Stream.concat(ADAPTER_CALLS.stream(), RENTAL_CALLS.stream()).forEach(call -> places.add(when + call)));
        Stream.of("before ", "after ").forEach(when -> {
            JOURNAL_CALLS.forEach(call -> places.add(when + "journal " + call));
            places.add(when + "names set");
        });
        return places;
    }

    private void recover(int moment) throws InterruptedException {
        points.arm("recovery", moment);
        for (long runId : deployment.recover()) {
            deployment.await(runId, LIMIT);
        }
        cancel.resumeHeld(LIMIT);
        points.disarm();
        CrashCount count = count();
        System.out.println(count.line());
        List<String> wrong = new ArrayList<>(count.none() ? List.of() : List.of("there is " + world.copies() + " on " + world.machines()));
        store.targets().forEach(target -> wrong.addAll(whatIsWrong(target.plan())));
        require(wrong.isEmpty(), String.join("; ", wrong));
        System.out.println(CONVERGED);
        clear();
    }

    private CrashCount count() {
        return CrashCount.of(store.targets().stream().map(Target::plan).toList(), world.copies(), world.machines().keySet(),
                world.infrastructure().hosts().stream().filter(host -> host.rental().isPresent()).map(Host::id)
                        .collect(Collectors.toSet()));
    }

    /** Of one application; of one that an earlier life found whole and cleared away only what is still there counts. */
    private List<String> whatIsWrong(DeploymentPlan plan) {
        List<String> wrong = new ArrayList<>();
        if (plan.instances().isEmpty()) {
            return wrong;
        }
        for (long runId : store.runs(plan.application())) {
            ExecutionReport run = store.run(runId).orElseThrow();
            if (!run.state().isFinal() || !CrashCancel.heeded(run)) {
                wrong.add("run " + runId + " is " + run.state() + ": " + run.error().orElse("")
                        + run.cancel().map(wish -> ", wished at " + wish.at()).orElse(""));
            }
        }
        ChangeSet left = deployment.preview(plan);
        if (!left.equals(new ChangeSet(plan, List.of(), List.of()))) {
            wrong.add("left to do: " + left.canonicalText());
        }
        if (store.entries(plan.application()).entries().size() != plan.entries().size()) {
            wrong.add("users are told " + store.entries(plan.application()) + ", not " + plan.entries());
        }
        return wrong;
    }

    private void clear() throws InterruptedException {
        for (Target target : store.targets()) {
            if (!target.plan().instances().isEmpty()) {
                deployment.await(deployment.destroy(target.plan().application()), LIMIT);
            }
        }
        require(world.copies().isEmpty() && world.machines().isEmpty(), "not cleared away: " + world.copies() + world.machines());
    }

    /**
     * A move, a rollback, a move that fails and is undone, or one that is cancelled, by turns; what is cancelled goes back, or is held and
     * resumed.
     */
    private void move(long seed, String place, int times) throws InterruptedException {
        Plans plans = new Plans(seed, "app-" + seed + "-" + Integer.toHexString((place + times).hashCode()), world.infrastructure(),
                world.imageOf(), CrashChild::secretsOf);
        DeploymentPlan before = plans.first();
        carryOut(before);
        DeploymentPlan after = plans.next(before);
        long turn = seed / 4 % 8;
        if (turn % 4 == 1) {
            carryOut(after);
            DeploymentPlan back = new Rollback(fleet, store).plan(after.application(), Optional.empty(), Set.of());
            points.arm("rollback", place, times);
            deployment.await(deployment.start(back, Optional.empty()), LIMIT);
        } else {
            if (turn % 4 == 2) {
                after.instances().stream().filter(placed -> placed.generation() == after.generation())
                        .map(InstancePlacement::hostId).reduce((first, last) -> last).ifPresent(world.failNextCreation());
            }
            cancel.wish(turn % 4 == 3 ? after.application() : "");
            points.arm(turn % 4 == 3 ? "cancelled" : "move", place, times);
            long runId = deployment.start(after, Optional.empty(),
                    new RunTerms(turn == 7 ? OnFailure.HOLD : OnFailure.UNDO, new TreeSet<>()));
            deployment.await(runId, LIMIT);
            cancel.resumeHeld(runId, LIMIT);
        }
        points.passed().forEach(moment -> System.out.println(PASSED + moment));
        System.out.println(END);
        points.disarm();
        clear();
    }

    private static List<SecretUse> secretsOf(String component) {
        return component.equals("c2") || component.equals("c9") ? List.of(new SecretUse("token", CrashSecrets.NAME, 0)) : List.of();
    }

    private void carryOut(DeploymentPlan plan) throws InterruptedException {
        ExecutionReport report = deployment.await(deployment.start(plan, Optional.empty()), LIMIT);
        require(report.state() == RunState.DONE, "before the kill: " + report.error());
    }

    private static void require(boolean fine, String otherwise) {
        if (!fine) {
            System.out.println(BROKEN + otherwise.replace('\n', ' '));
            System.out.flush();
            Runtime.getRuntime().halt(1);
        }
    }
}
