package org.caravan.server.adaptation.path;

import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.camel.Body;
import org.caravan.api.plan.ReportView;
import org.caravan.application.ApplicationModel;
import org.caravan.execution.journal.RunStore;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.PathId;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.rules.Limit;
import org.caravan.rules.path.PathFinding;
import org.caravan.rules.path.PathFinding.MostSilent;
import org.caravan.rules.path.PathFinding.PathWorse;
import org.caravan.rules.path.PathFinding.Settled;
import org.caravan.rules.path.PathFinding.Suspected;
import org.caravan.rules.path.PathLook;
import org.caravan.rules.path.PathRound;
import org.caravan.rules.path.PathRuleSettings;
import org.caravan.rules.path.PathRules;
import org.caravan.server.PathSettings;
import org.caravan.server.Settings;
import org.caravan.server.adaptation.Efforts;
import org.caravan.server.adaptation.LeaderTasks;
import org.caravan.server.adaptation.PlannedActions;
import org.caravan.server.adaptation.Retries;
import org.caravan.server.decision.Action.State;
import org.caravan.server.decision.ActionLog;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.Choices;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.Decisions;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.leading.LeaderStatus;
import org.caravan.server.model.Models;
import org.caravan.server.network.ContinuousProbing;
import org.caravan.server.network.Network;
import org.caravan.server.network.PathsMeasured;
import org.caravan.server.node.LastSeen;
import org.caravan.server.planning.ApprovedModels;
import org.caravan.server.planning.PlanMaker;
import org.caravan.server.planning.Plans;
import org.caravan.server.planning.ProblemSource;
import org.caravan.server.planning.Targets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * After each probe run, and during one after its idle measurements, compares the paths of deployed plans with what they were when the plans
 * were made. A first measurement that shows a worse path is confirmed at once, by the run in progress or by another one.
 * Nothing is compiled unless a deployed application has a promise.
 */
@Component
class PathWatch {

    private static final Logger LOG = LoggerFactory.getLogger(PathWatch.class);

    private final boolean used;
    private final PathSettings settings;
    private final PathRuleSettings ruleSettings;
    private final Targets targets;
    private final Models models;
    private final ApprovedModels approved;
    private final Infrastructures infrastructures;
    private final Network network;
    private final ProblemSource problems;
    private final Plans stored;
    private final PlanMaker plans;
    private final PlannedActions course;
    private final ActionLog actions;
    private final Choices choices;
    private final Decisions decisions;
    private final LastSeen seen;
    private final ContinuousProbing probing;
    private final RunStore runs;
    private final LeaderStatus leads;
    private final Clock clock;
    private final LeaderTasks looks;
    private final LeaderTasks work;
    private final Retries retries = new Retries();
    /** Faults that are over, until their proposals have lapsed. */
    private final Set<Settled> over = ConcurrentHashMap.newKeySet();
    private final Confirmations confirmations = new Confirmations();
    /** By application: the report of its target, so that a plan is read once. */
    private final Map<String, Reported> reports = new HashMap<>();
    private final AtomicBoolean measured = new AtomicBoolean();
    private boolean doubtful;
    private PathRules rules;

    private record Reported(String planId, Optional<ReportView> report) {}

    PathWatch(Settings settings, Targets targets, Models models, ApprovedModels approved, Infrastructures infrastructures, Network network,
            ProblemSource problems, Plans stored, PlanMaker plans, PlannedActions course, ActionLog actions, Choices choices,
            Decisions decisions, LastSeen seen, ContinuousProbing probing, RunStore runs, LeaderStatus leads, Clock clock) {
        this.settings = settings.adaptation().paths();
        this.used = settings.adaptation().used() && this.settings.used();
        this.ruleSettings = used ? this.settings.rules(settings.adaptation().mostSilent()) : null;
        this.targets = targets;
        this.models = models;
        this.approved = approved;
        this.infrastructures = infrastructures;
        this.network = network;
        this.problems = problems;
        this.stored = stored;
        this.plans = plans;
        this.course = course;
        this.actions = actions;
        this.choices = choices;
        this.decisions = decisions;
        this.seen = seen;
        this.probing = probing;
        this.runs = runs;
        this.leads = leads;
        this.clock = clock;
        this.looks = new LeaderTasks("paths", leads);
        this.work = new LeaderTasks("plans because of paths", leads);
    }

    /** Called by the route that reads the event topic. */
    public void happened(@Body String event) {
        if (event.contains("\"type\":\"network\"")) {
            idleMeasured();
        }
    }

    /** Idle measurements are compared before the flows of the same run, which may take a minute. */
    @EventListener(PathsMeasured.class)
    void idleMeasured() {
        if (used && leads.now()) {
            measured.set(true);
            looks.submit("paths of all applications", this::lookUntilDone);
        }
    }

    /** A run may end during a look at the one before. */
    private void lookUntilDone() {
        while (measured.getAndSet(false)) {
            look();
        }
    }

    private void look() {
        infrastructures.look();
        Optional<Infrastructure> infrastructure = infrastructures.current();
        List<DeploymentPlan> deployed = infrastructure.isEmpty() ? List.of() : targets.deployed();
        Set<String> names = new HashSet<>();
        deployed.forEach(plan -> names.add(plan.application()));
        reports.keySet().retainAll(names);
        List<PathLook> all = new ArrayList<>();
        for (DeploymentPlan plan : deployed) {
            try {
                models.accepted(plan.application()).filter(model -> !model.slos().isEmpty())
                        .ifPresent(model -> all.addAll(looks(plan, model, infrastructure.get())));
            } catch (RuntimeException fault) {
                // A fault of one application, for example a model that cannot be read, affects no other.
                LOG.warn("paths of {} are not compared now: {}", plan.application(), fault.getMessage());
            }
        }
        if (rules == null && all.isEmpty()) {
            return;
        }
        if (rules == null) {
            rules = PathRules.of(ruleSettings);
        }
        SilentSites sites = SilentSites.of(network.matrix());
        act(rules.evaluate(new PathRound(clock.instant(), sites.answering().size(), sites.silent().size(), all)));
    }

    private List<PathLook> looks(DeploymentPlan plan, ApplicationModel model, Infrastructure infrastructure) {
        Reported reported = reports.get(plan.application());
        if (reported == null || !reported.planId().equals(plan.digest())) {
            reported = new Reported(plan.digest(), stored.report(plan.application(), plan.digest()));
            reports.put(plan.application(), reported);
        }
        return PathLooks.of(problems.deployed(model, plan), plan, reported.report(), network::probed, siteId -> infrastructure.site(siteId)
                .hosts().stream().anyMatch(host -> seen.whyLost(host.id()).isPresent()));
    }

    private void act(List<PathFinding> findings) {
        Map<String, List<PathWorse>> worse = new HashMap<>();
        only(findings, PathWorse.class).forEach(one -> worse.computeIfAbsent(one.look().application(), any -> new ArrayList<>()).add(one));
        over.addAll(only(findings, Settled.class).toList());
        if (!over.isEmpty()) {
            work.submit("faults that are over", this::lapse);
        }
        worse.forEach((application, paths) -> work.submit(application, () -> keep(application, paths)));
        attempt("own faults", () -> note(only(findings, MostSilent.class).findFirst()));
        attempt("another run", () -> {
            List<Suspected> suspected = only(findings, Suspected.class).toList();
            if (confirmations.due(suspected, clock.instant())) {
                probing.again(suspected.stream().map(one -> PathId.parse(one.look().path())).toList());
            }
        });
    }

    private static <T extends PathFinding> Stream<T> only(List<PathFinding> findings, Class<T> kind) {
        return findings.stream().filter(kind::isInstance).map(kind::cast);
    }

    /** A failure of one step affects no other. */
    private static void attempt(String what, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException fault) {
            LOG.warn("paths: {}: {}", what, fault.getMessage(), fault);
        }
    }

    /** Recorded once, until most sites answer again. */
    private void note(Optional<MostSilent> silent) {
        if (silent.isPresent() && !doubtful) {
            decisions.note(DecisionRecord.of(BuiltInRule.OWN_FAULT, silent.get().silent() + " of " + silent.get().sites()
                    + " sites are silent to all others at the same time, so the fault is probably on the side of the server.",
                    "No path counts as worse, so nothing is moved.").with("silent sites", silent.get().silent())
                    .with("threshold", ruleSettings.mostSilent() * silent.get().sites(), ""));
        }
        doubtful = silent.isPresent();
    }

    private void keep(String application, List<PathWorse> paths) {
        Optional<DeploymentPlan> target = targets.target(application)
                .filter(plan -> plan.digest().equals(paths.get(0).look().targetId()));
        Optional<ApplicationModel> model = models.accepted(application);
        boolean underWay = runs.latestRun(application).filter(run -> run.state().underWay()).isPresent();
        if (target.isPresent() && model.isPresent() && !underWay) {
            Optional<Limit> newer = approved.newerWaits(application) ? Optional.of(Efforts.newerModel()) : Optional.empty();
            Optional<Autonomy> replan = choices.chosen(application, ActionKind.REPLAN);
            course.handle(new PathReason(paths, target.get(), model.get(), newer, replan, ruleSettings),
                    () -> settings.limit().of(actions.latest(application, ActionKind.KEEP_PROMISE, settings.pause()), clock.instant()),
                    // All copies stay that can stay while the promises, which are obligations, hold.
                    () -> plans.replacing(application, Set.of()), retries);
        }
    }

    /** A fault is over only once, so those that come or fail meanwhile wait for the next round. */
    private void lapse() {
        for (Settled settled : over) {
            attempt("a fault that is over", () -> {
                lapse(settled);
                over.remove(settled);
            });
        }
    }

    private void lapse(Settled settled) {
        String key = PathReason.keyOf(settled.application(), settled.since());
        actions.open().stream().filter(kept -> kept.action().key().startsWith(key) && kept.action().approvedBy().isEmpty()
                && (kept.action().state() == State.PROPOSED || kept.action().state() == State.EXPIRED))
                .forEach(kept -> actions.changeIfUnchanged(kept, kept.action().in(State.LAPSED), "The path " + settled.path()
                        + (settled.fine() ? " is as it was planned." : " is not used any more.")));
        retries.forget(kept -> kept.startsWith(key));
    }

    @PreDestroy
    void end() {
        looks.end();
        work.end();
    }
}
