package org.caravan.server.simulation;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import org.caravan.adapter.AdapterFault;
import org.caravan.execution.DeploymentService;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.fleet.SecretSource;
import org.caravan.execution.journal.OutdatedPlan;
import org.caravan.execution.journal.ProgressListener;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.StoreFault;
import org.caravan.execution.journal.Target;
import org.caravan.execution.step.ExecutionPolicy;
import org.caravan.execution.time.WorkObserver;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.plan.DeploymentPlan;
import org.caravan.problem.OtherPlacement;
import org.caravan.server.adaptation.AdaptationParts;
import org.caravan.server.adaptation.GivenApproval;
import org.caravan.server.broker.PlanOrder;
import org.caravan.server.decision.GivenDecisions;
import org.caravan.server.deployment.GivenApprovals;
import org.caravan.server.model.GivenModels;
import org.caravan.server.planning.AutomaticPlans.Made;
import org.caravan.server.planning.GivenPlans;
import org.caravan.server.planning.Targets;
import org.caravan.server.rest.ProblemException;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.AbstractDataSource;

/**
 * One life of a server: the real parts, connected as the server connects them, around ports to the world. It ends by a kill at any of its
 * steps. What starts after that is another life on the same journal.
 */
final class SimulatedServer {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    final int number;
    private final World world;
    private final RunStore runs;
    private final HostRegistry fleet;
    private final DeploymentService deployment;
    private final Targets targets;
    /** Why hosts that count as lost are not contacted, by host. */
    private final Map<String, String> lost = new TreeMap<>();
    private final ServerRounds rounds;
    private final ServerModelRules modelRules;
    private boolean alive = true;
    private boolean leading;
    /** Number of steps until the server dies; negative for never. */
    private int fatal = -1;

    SimulatedServer(World world, int number) {
        this.world = world;
        this.number = number;
        this.runs = WorldJournal.of(world, this, world.journal);
        WorkObserver observer = observer();
        ServerAdapter adapter = new ServerAdapter(world, this);
        this.fleet = new HostRegistry(() -> world.infrastructure, host -> adapter, observer);
        this.deployment = new DeploymentService(fleet, runs, world.entries(this), SecretSource.NONE, ExecutionPolicy.DEFAULT,
                world.clock, ProgressListener.NONE, observer);
        this.targets = new Targets() {
            @Override
            public Optional<DeploymentPlan> target(String application) {
                return runs.target(application).map(Target::plan);
            }

            @Override
            public List<DeploymentPlan> all() {
                return runs.targets().stream().map(Target::plan).toList();
            }

            @Override
            public List<OtherPlacement> placedByOthers(String application) {
                return runs.reservedByOthers(application).asOtherPlacements();
            }

            @Override
            public List<OtherPlacement> mayRemain(String application, Predicate<String> outOfReach) {
                return runs.mayRemain(application, outOfReach).asOtherPlacements();
            }
        };
        JdbcClient database = JdbcClient.create(database());
        AdaptationParts parts = new AdaptationParts(world.settings, runs, targets, new GivenModels(world.settings, world.models),
                GivenDecisions.choices(database, world.dayClock), GivenDecisions.actions(database, world.dayClock),
                new GivenPlans(this::planned, this::scaled), approval(), new GivenApprovals(runs), world.dayClock, world.turns::nanos);
        this.rounds = new ServerRounds(world, this, fleet, targets, parts, lost);
        this.modelRules = new ServerModelRules(world, this, targets, parts, rounds);
    }

    void begin() {
        world.turns.begin(this::alive, this::lead);
        world.turns.begin(this::alive, rounds::rounds);
        world.turns.begin(this::alive, rounds::tasks);
        if (world.features.scales()) {
            world.turns.begin(this::alive, modelRules::rounds);
        }
        world.turns.begin(this::alive, this::consume);
    }

    boolean alive() {
        return alive;
    }

    boolean leading() {
        return leading;
    }

    boolean parted() {
        return world.parted(number);
    }

    boolean diskFull() {
        return world.diskFull();
    }

    /** Whether it has decided that the host is lost. */
    boolean countsAsLost(String hostId) {
        return lost.containsKey(hostId);
    }

    void dieIn(int steps) {
        fatal = steps;
    }

    /** Whether its steps are counted, so that none may be left out. */
    boolean dying() {
        return fatal >= 0;
    }

    /** The process ends. A task that runs ends at its next step. */
    void kill() {
        if (alive) {
            alive = false;
            leading = false;
            world.died(this);
            rounds.end();
            modelRules.end();
        }
    }

    void mustLive() {
        if (!alive) {
            throw new Killed();
        }
    }

    /** A moment between two steps of the server, at which it can die. */
    void point() {
        mustLive();
        if (fatal >= 0 && fatal-- == 0) {
            kill();
            throw new Killed();
        }
    }

    private WorkObserver observer() {
        return new WorkObserver() {
            @Override
            public ExecutorService following(ExecutorService threads) {
                return new TurnExecutor(world.turns, SimulatedServer.this::alive);
            }

            @Override
            public Optional<String> whyNotAsked(String hostId) {
                return Optional.ofNullable(lost.get(hostId));
            }

            @Override
            public void answered(String hostId) {
                lost.remove(hostId);
            }
        };
    }

    private AbstractDataSource database() {
        return new AbstractDataSource() {
            @Override
            public Connection getConnection() throws SQLException {
                point();
                if (parted() || diskFull()) {
                    throw new SQLException("The database does not answer.");
                }
                return world.tables.source().getConnection();
            }

            @Override
            public Connection getConnection(String user, String password) throws SQLException {
                return getConnection();
            }
        };
    }

    private GivenApproval approval() {
        return new GivenApproval() {
            @Override
            public Optional<Long> approveOrLater(String application, String planId, long decision, String by) {
                world.trace.tell("server " + number + ": " + by + " approves a plan of " + application + " (decision " + decision + ")");
                world.approvedByRule.put(planId, new World.Approval(by, world.turns.instant(), world.frozen(application),
                        rounds.acting()));
                world.watch.approved(application, planId);
                return world.planted == Planted.LOST_DECISION ? Optional.empty()
                        : order(new WorldBroker.Message(application, Optional.of(planId), 0, decision));
            }

            @Override
            public Optional<Long> begunBy(String application, String planId) {
                return new GivenApprovals(runs).begunBy(application, planId);
            }

            @Override
            public void resume(String application, long deploymentId, long decision, String by) {
                world.trace.tell("server " + number + ": " + by + " resumes deployment " + deploymentId);
                order(new WorldBroker.Message(application, Optional.empty(), deploymentId)).orElseThrow(() -> new ProblemException(
                        HttpStatus.SERVICE_UNAVAILABLE, "deployment-delayed", "It has not begun.", "look later."));
            }
        };
    }

    private Optional<Long> order(WorldBroker.Message message) {
        point();
        world.broker.send(message);
        point();
        world.turns.await(message::answered, PATIENCE);
        message.refusal.ifPresent(refusal -> {
            throw refusal;
        });
        return message.reply;
    }

    private Made planned(String application, Set<String> without) {
        return made(application, PlanOrder.replacing(without));
    }

    private Made scaled(String application, Map<String, Integer> replicas) {
        return made(application, PlanOrder.scaling(replicas));
    }

    private Made made(String application, PlanOrder order) {
        Made made = world.planning.made(application, order, fleet, targets);
        world.turns.sleep(Duration.ofMillis(100 + world.random.nextInt(3_000)));
        made.plan().ifPresent(plan -> {
            world.plans.put(plan.digest(), plan);
            world.watch.planned(made);
        });
        return made;
    }

    /** As the leader election: leads while the lease is renewed in time. */
    private void lead() {
        long goodUntil = 0;
        while (true) {
            long asked = world.turns.nanos();
            if (!leading && world.takeLease(this)) {
                goodUntil = asked + World.LEASE.toNanos();
                leading = true;
                world.change();
                world.trace.tell("server " + number + " leads");
                try {
                    List<Long> resumed = deployment.recover();
                    resumed.forEach(run -> world.trace.tell("server " + number + ": deployment " + run + " goes on"));
                } catch (StoreFault | DataAccessException away) {
                    world.trace.tell("server " + number + ": unfinished deployments could not be continued");
                }
            } else if (leading && world.takeLease(this)) {
                goodUntil = asked + World.LEASE.toNanos();
            } else if (leading && (!parted() || world.turns.nanos() - goodUntil > -World.LEASE.toNanos() / 5)) {
                world.trace.tell("server " + number + " no longer leads");
                leading = false;
                world.change();
                deployment.standDown();
            }
            world.turns.sleep(World.LEASE.dividedBy(5));
        }
    }

    /** As the worker of deployments: approvals and orders from the broker, one after the other, while this server leads. */
    private void consume() {
        while (true) {
            world.turns.await(() -> leading && !world.broker.isEmpty(), Duration.ofDays(100_000));
            world.broker.first().filter(unused -> leading).ifPresent(this::deliver);
        }
    }

    private void deliver(WorldBroker.Message message) {
        boolean again = message.delivered;
        message.delivered = true;
        world.turns.sleep(Duration.ofMillis(1 + world.random.nextInt(200)));
        try {
            message.reply = Optional.of(GivenApprovals.refusing(() -> worked(message, again)));
        } catch (StoreFault | DataAccessException kept) {
            world.turns.sleep(Duration.ofSeconds(1));
            return;
        } catch (ProblemException | AdapterFault refusal) {
            world.trace.tell("server " + number + ": refused: " + refusal.getMessage().lines().findFirst().orElse(""));
            message.refusal = Optional.of(refusal);
        }
        point();
        world.broker.worked(message);
    }

    private long worked(WorldBroker.Message message, boolean again) {
        if (message.planId.isEmpty()) {
            lost.clear();
            deployment.resume(message.runId);
            return message.runId;
        }
        String planId = message.planId.get();
        Optional<Long> begun = again ? new GivenApprovals(runs).begunBy(message.application, planId) : Optional.empty();
        return begun.orElseGet(() -> {
            if (message.decision > 0 && world.tables.ended(message.decision)) {
                throw ProblemException.conflict("outdated-plan", "Decision (" + message.decision + ") has lapsed, or its approval was "
                        + "refused.", "plan again.");
            }
            return start(world.plans.get(planId));
        });
    }

    private long start(DeploymentPlan plan) {
        return deployment.start(plan, Optional.empty(), world.terms(plan.application()));
    }

    /** A person approves a plan or resumes a deployment; refusals are part of the story. */
    void person(String what, WorldBroker.Message message) {
        world.turns.begin(this::alive, () -> {
            try {
                order(message);
            } catch (ProblemException | RejectedInput | OutdatedPlan | AdapterFault refusal) {
                world.trace.tell(what + " is refused: " + refusal.getMessage().lines().findFirst().orElse(""));
            }
        });
    }

    /** A person plans again, without this host, and approves the plan. */
    void replan(String application, Set<String> without) {
        world.turns.begin(this::alive, () -> {
            rounds.take();
            try {
                Made made = planned(application, without);
                if (made.plan().filter(plan -> !plan.instances().isEmpty()).isPresent()) {
                    world.trace.tell("a person approves a plan of " + application + (without.isEmpty() ? "" : " without " + without));
                    order(new WorldBroker.Message(application, Optional.of(made.plan().get().digest()), 0));
                }
            } catch (StoreFault | DataAccessException | ProblemException | AdapterFault refusal) {
                world.trace.tell("the plan of a person is refused: " + String.valueOf(refusal.getMessage()).lines().findFirst()
                        .orElse(""));
            } finally {
                rounds.release();
            }
        });
    }
}
