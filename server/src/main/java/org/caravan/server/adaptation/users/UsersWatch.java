package org.caravan.server.adaptation.users;

import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.StoreFault;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Limit;
import org.caravan.rules.users.UsersFinding;
import org.caravan.rules.users.UsersFinding.UsersBack;
import org.caravan.rules.users.UsersFinding.UsersMoved;
import org.caravan.rules.users.UsersLook;
import org.caravan.rules.users.UsersRound;
import org.caravan.rules.users.UsersRules;
import org.caravan.server.DaemonThreads;
import org.caravan.server.Settings;
import org.caravan.server.UsersSettings;
import org.caravan.server.adaptation.Efforts;
import org.caravan.server.adaptation.LeaderTasks;
import org.caravan.server.adaptation.PlannedActions;
import org.caravan.server.adaptation.Retries;
import org.caravan.server.decision.Action.State;
import org.caravan.server.decision.ActionLog;
import org.caravan.server.decision.ActionStore;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.leading.LeaderStatus;
import org.caravan.server.model.Models;
import org.caravan.server.planning.ApprovedModels;
import org.caravan.server.planning.AutomaticPlans.Made;
import org.caravan.server.planning.PlanMaker;
import org.caravan.server.planning.ProblemSource;
import org.caravan.server.planning.Targets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Compares where the users of each deployed application are with what its plan assumes, and lets the application follow them. Every server
 * measures shares, because any of them may plan; the leader decides. Nothing is compiled unless a deployed application has users at several
 * places that are counted.
 */
@Component
class UsersWatch {

    private static final Logger LOG = LoggerFactory.getLogger(UsersWatch.class);

    private static final String BACK = "Users are where the plan assumes them.";

    private final boolean used;
    private final UsersSettings settings;
    private final UserShares shares;
    private final Targets targets;
    private final Models models;
    private final ApprovedModels approved;
    private final Infrastructures infrastructures;
    private final ProblemSource problems;
    private final PlanMaker plans;
    private final PlannedActions course;
    private final ActionLog actions;
    private final RunStore runs;
    private final LeaderStatus leads;
    private final Clock clock;
    private final ScheduledExecutorService rounds = Executors.newSingleThreadScheduledExecutor(new DaemonThreads("users"));
    private final LeaderTasks work;
    private final Retries retries = new Retries();
    private final CountedHosts hosts;
    private final PlacedFor placedFor;
    private final FollowProposals proposals;
    /** Rules remember rounds of this leadership only. */
    private UsersRules rules;

    UsersWatch(Settings settings, UserShares shares, CountedHosts hosts, Targets targets, Models models, ApprovedModels approved,
            Infrastructures infrastructures, ProblemSource problems, PlanMaker plans, PlannedActions course, ActionLog actions,
            RunStore runs, LeaderStatus leads, Clock clock) {
        this.settings = settings.adaptation().users();
        this.used = settings.adaptation().used() && this.settings.used() && settings.metrics().used();
        this.shares = shares;
        this.hosts = hosts;
        this.placedFor = new PlacedFor(actions);
        this.proposals = new FollowProposals(actions);
        this.targets = targets;
        this.models = models;
        this.approved = approved;
        this.infrastructures = infrastructures;
        this.problems = problems;
        this.plans = plans;
        this.course = course;
        this.actions = actions;
        this.runs = runs;
        this.leads = leads;
        this.clock = clock;
        this.work = new LeaderTasks("plans because of users", leads);
    }

    @EventListener(ApplicationReadyEvent.class)
    void begin() {
        if (used) {
            long every = settings.every().toMillis();
            rounds.scheduleWithFixedDelay(this::round, every, every, TimeUnit.MILLISECONDS);
        }
    }

    private void round() {
        try {
            look();
        } catch (StoreFault | DataAccessException away) {
            LOG.warn("users are not compared now: {}", away.getMessage());
        } catch (RuntimeException | LinkageError e) {
            LOG.error("users could not be compared", e);
        }
    }

    private void look() {
        Map<String, DeploymentPlan> deployed = new HashMap<>();
        Map<String, ApplicationModel> accepted = new HashMap<>();
        List<DeploymentPlan> targeted = targets.deployed();
        for (DeploymentPlan plan : targeted) {
            try {
                models.accepted(plan.application()).filter(model -> model.users().size() > 1).ifPresent(model -> {
                    deployed.put(plan.application(), plan);
                    accepted.put(plan.application(), model);
                });
            } catch (StoreFault | DataAccessException away) {
                throw away;
            } catch (RuntimeException fault) {
                // A fault of one application, for example a model that cannot be read, affects no other.
                LOG.warn("users of {} are not compared now: {}", plan.application(), fault.getMessage());
            }
        }
        Set<String> names = targeted.stream().map(DeploymentPlan::application).collect(Collectors.toSet());
        Set<String> incomplete = new HashSet<>(hosts.missing(deployed.values()));
        if (!deployed.isEmpty()) {
            // Copies that begin or end take counts with them; how a move of users ends is not known before its outcome is recorded.
            runs.latestRuns().stream().filter(run -> run.state().underWay()).forEach(run -> incomplete.add(run.application()));
        }
        Map<String, SortedMap<String, Double>> measured =
                new TreeMap<>(shares.observe(names, accepted.values(), incomplete, clock.instant()));
        if (!leads.now()) {
            forget();
            return;
        }
        placedFor.retain(names);
        if (rules == null && measured.isEmpty()) {
            return;
        }
        List<ActionStore.Kept> open = actions.open();
        open.stream().filter(kept -> kept.action().kind() == ActionKind.FOLLOW && kept.action().approvedBy().isPresent()
                && (kept.action().state() == State.DECIDED || kept.action().state() == State.DEPLOYING))
                .forEach(kept -> measured.remove(kept.application()));
        if (rules == null) {
            rules = UsersRules.of(settings.rules());
        }
        List<UsersLook> looks = new ArrayList<>();
        measured.forEach((name, now) -> looks.add(new UsersLook(name, deployed.get(name).digest(),
                placedFor.of(accepted.get(name), deployed.get(name).digest()), now)));
        rules.evaluate(new UsersRound(clock.instant(), looks)).forEach(this::act);
        // Also of a move that a former leader saw: this one then finds no end of it.
        Set<String> proposed = FollowProposals.applications(open);
        looks.stream().filter(look -> proposed.contains(look.application()) && look.back(settings.rules())).forEach(look ->
                work.submit(look.application() + " proposals", () -> proposals.lapse(look.application(), BACK)));
    }

    private void forget() {
        placedFor.forget();
        retries.clear();
        if (rules != null) {
            rules.close();
            rules = null;
        }
    }

    private void act(UsersFinding finding) {
        if (finding instanceof UsersMoved moved) {
            work.submit(moved.look().application(), () -> follow(moved));
        } else if (finding instanceof UsersBack back) {
            work.submit(back.application() + " " + back.since(), () -> lapse(back));
        }
    }

    private void follow(UsersMoved moved) {
        String application = moved.look().application();
        infrastructures.look();
        Optional<DeploymentPlan> target = targets.target(application).filter(plan -> plan.digest().equals(moved.look().targetId()));
        Optional<ApplicationModel> model = models.accepted(application);
        boolean underWay = runs.latestRun(application).filter(run -> run.state().underWay()).isPresent();
        if (target.isEmpty() || model.isEmpty() || underWay) {
            return;
        }
        Optional<Limit> newer = approved.newerWaits(application) ? Optional.of(Efforts.newerModel()) : Optional.empty();
        UsersReason reason = new UsersReason(moved, target.get(), model.get(), newer, settings.rules(),
                plan -> UsersLatency.of(problems.deployed(model.get(), target.get()), plan), settings.leastGain());
        if (proposals.keepOnly(reason, course.autonomy(reason))) {
            return;
        }
        AtomicBoolean gainsLittle = new AtomicBoolean();
        boolean followed = course.handle(reason,
                () -> settings.limit(actions.latest(application, ActionKind.FOLLOW, settings.pause()), clock.instant()),
                () -> {
                    Made made = plans.planned(application, Map.of());
                    gainsLittle.set(made.plan().flatMap(reason::limitOfPlan).isPresent());
                    return made;
                }, retries);
        if (followed) {
            // A later attempt keeps the decision of the first one, and plans for users who may have moved further.
            actions.latestOf(reason.key() + " " + State.DECIDED)
                    .ifPresent(kept -> actions.measured(kept, PlacedFor.figures(moved.look().measured())));
        } else if (gainsLittle.get()) {
            // Where these users are, another plan gains too little; only users who move further are a new reason, without a pause.
            placedFor.enough(application, moved.look().targetId(), moved.look().measured());
        }
    }

    /** Proposals of a move that has ended are of no use any more. */
    private void lapse(UsersBack back) {
        proposals.lapse(back.application(), back.known() ? BACK : "It is not known any more where the users are.");
        String key = UsersReason.keyOf(back.application(), back.since());
        retries.forget(kept -> kept.startsWith(key));
    }

    @PreDestroy
    void end() throws InterruptedException {
        rounds.shutdownNow();
        work.end();
        if (rounds.awaitTermination(1, TimeUnit.SECONDS) && rules != null) {
            rules.close();
        }
    }
}
