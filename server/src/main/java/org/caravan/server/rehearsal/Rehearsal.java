package org.caravan.server.rehearsal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adaptation.Metric;
import org.caravan.application.ApplicationModel;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunTerms;
import org.caravan.measure.metric.Reading;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.PlanReport;
import org.caravan.plan.planner.Planner;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.rules.Effort;
import org.caravan.rules.Finding;
import org.caravan.rules.HostLook;
import org.caravan.rules.HostLook.Outcome;
import org.caravan.rules.Limits;
import org.caravan.rules.Round;
import org.caravan.rules.Rules;
import org.caravan.rules.model.MetricReading;
import org.caravan.rules.model.ModelFinding;
import org.caravan.rules.model.RuleProgram;
import org.caravan.server.adaptation.LostHosts;
import org.caravan.server.adaptation.Outcomes;
import org.caravan.server.adaptation.PlannedActions;
import org.caravan.server.adaptation.Retries;
import org.caravan.server.adaptation.model.DirectVerdicts;
import org.caravan.server.adaptation.model.DueRule;
import org.caravan.server.adaptation.model.FindingNotes;
import org.caravan.server.adaptation.model.RuleActions;
import org.caravan.server.adaptation.model.RunningRules;
import org.caravan.server.decision.Action;
import org.caravan.server.decision.OwnerChoices;
import org.caravan.server.planning.Targets;
import org.caravan.server.rehearsal.Observed.OfComponent;

/**
 * Runs observations through the code that decides for the server, on a virtual clock: the rules, the owner's choices, the limits and the
 * planner. What is approved becomes the target, so that later decisions follow from it; a deployment takes a fixed time. Nothing outside is
 * called. Equal scenes give equal results. Used by one thread.
 *
 * <pre>
 *   observed ──▶ rules ──▶ limits ──▶ planner ──▶ limits of the plan ──▶ target
 *      ▲                                                                  │ replicas share the recorded load
 *      └──────────────────────────────────────────────────────────────────┘
 * </pre>
 */
final class Rehearsal {

    /** As the server looks while a host is silent, until it is certain. */
    private static final Duration SUSPICIOUS = Duration.ofMillis(500);
    private static final Duration UNCERTAIN = Duration.ofMinutes(1);
    private static final int PROGRESS_ROUNDS = 500;

    private final Scene scene;
    private final ApplicationModel model;
    private final VirtualClock clock;
    private final RehearsedDecisions decisions;
    private final RehearsedPlans plans;
    private final Account account;
    private final LostHosts lostHosts;
    private final RuleActions ruleActions;
    private final FindingNotes notes;
    private final Outcomes outcomes;
    private final List<Rehearsed.Replicas> replicas = new ArrayList<>();
    private final TreeMap<Long, ExecutionReport> deployments = new TreeMap<>();
    /** Deployments under way. */
    private final Set<Long> running = new HashSet<>();
    private DeploymentPlan target;
    private Rules rules;
    private Instant silentSince;

    private Rehearsal(Scene scene, Planner planner) {
        this.scene = scene;
        this.model = scene.model();
        this.clock = new VirtualClock(scene.from());
        this.decisions = new RehearsedDecisions(clock);
        this.plans = new RehearsedPlans(scene, planner, clock, () -> target);
        this.account = new Account(scene);
        OwnerChoices choices = choices(scene.terms());
        Targets targets = targets();
        PlannedActions course = new PlannedActions(choices, decisions, (application, planId, decision, by) -> Optional.of(deploy(planId)),
                scene.terms().adaptation(), clock);
        DirectVerdicts verdicts = new DirectVerdicts(choices, decisions, scene.terms().refusal(), (of, plan) -> Optional.empty());
        this.lostHosts = new LostHosts(targets, application -> Optional.of(model), decisions, plans, course, new Retries(clock::nanos),
                host -> Optional.empty());
        this.ruleActions = new RuleActions(targets, application -> underWay(), decisions, plans,
                (of, plan, wanted, by) -> plans.reserved(of, plan, wanted), course,
                (of, due, plan) -> verdicts.begin(of, due, plan, (kept, action, decided) -> decisions.change(kept,
                        kept.action().in(Action.State.DONE), "It would " + DirectVerdicts.what(action) + ".")),
                scene.terms().rules().limits(), scene.terms().rules().restartCoolDown(), new Retries(clock::nanos), clock);
        this.notes = new FindingNotes(decisions::note, clock);
        this.outcomes = new Outcomes(decisions, (application, planId) -> Optional.empty(), targets,
                id -> Optional.ofNullable(deployments.get(id)), clock);
        become(scene.target());
    }

    /**
     * @param cancelled asked regularly
     * @param progress share that is done, 0 to 1
     * @throws CancellationException if it was cancelled
     */
    static Rehearsed of(Scene scene, Planner planner, BooleanSupplier cancelled, DoubleConsumer progress) {
        return new Rehearsal(scene, planner).run(cancelled, progress);
    }

    private static OwnerChoices choices(Scene.Terms terms) {
        return new OwnerChoices() {
            @Override
            public Optional<Autonomy> chosen(String application, ActionKind kind) {
                return Optional.ofNullable(terms.autonomy().get(kind));
            }

            @Override
            public Optional<Limits.Freeze> freeze(String application) {
                return terms.freeze();
            }
        };
    }

    private Targets targets() {
        return new Targets() {
            @Override
            public Optional<DeploymentPlan> target(String application) {
                return application.equals(model.name()) ? Optional.of(target) : Optional.empty();
            }

            @Override
            public List<DeploymentPlan> all() {
                return List.of(target);
            }
        };
    }

    private Rehearsed run(BooleanSupplier cancelled, DoubleConsumer progress) {
        Optional<RunningRules> evaluation = RunningRules.of(model, null, scene.terms().polled(), scene.from(), List::of);
        Duration looks = scene.terms().adaptation().every();
        Duration evaluated = scene.terms().rules().every();
        boolean looked = !looks.isZero() && !scene.observed().hosts().isEmpty();
        Instant nextLook = looked ? scene.from() : Instant.MAX;
        Instant nextRules = evaluation.isPresent() && !looks.isZero() && !evaluated.isZero() ? scene.from() : Instant.MAX;
        Instant nextInterval = nextRules;
        Instant nextMinute = scene.from();
        try {
            long round = 0;
            for (Instant at = scene.from(); at.isBefore(scene.until()); at = earliest(nextLook, nextRules, nextMinute)) {
                if (cancelled.getAsBoolean()) {
                    throw new CancellationException("the rehearsal was cancelled");
                }
                clock.set(at);
                end(at);
                if (!nextMinute.isAfter(at)) {
                    Duration rest = Duration.between(at, scene.until());
                    account.add(at, target, rest.compareTo(Observed.MINUTE) < 0 ? rest : Observed.MINUTE);
                    nextMinute = at.plus(Observed.MINUTE);
                }
                if (!nextLook.isAfter(at)) {
                    nextLook = at.plus(look(at) ? SUSPICIOUS : looks);
                }
                if (!nextRules.isAfter(at)) {
                    evaluate(evaluation.orElseThrow(), at, at.isBefore(nextInterval));
                    nextInterval = at.isBefore(nextInterval) ? nextInterval : at.plus(evaluated);
                    Instant latest = nextInterval;
                    nextRules = evaluation.flatMap(RunningRules::next).filter(next -> next.isBefore(latest)).orElse(latest);
                }
                if (round++ % PROGRESS_ROUNDS == 0) {
                    progress.accept(Duration.between(scene.from(), at).toMillis()
                            / (double) Duration.between(scene.from(), scene.until()).toMillis());
                }
            }
        } finally {
            evaluation.ifPresent(RunningRules::close);
            if (rules != null) {
                rules.close();
            }
        }
        return result();
    }

    private static Instant earliest(Instant one, Instant other, Instant third) {
        return Stream.of(one, other, third).min(Comparator.naturalOrder()).orElseThrow();
    }

    private Rehearsed result() {
        List<Effort> efforts = decisions.all().stream().flatMap(decision -> decision.action().stream())
                .filter(action -> action.deploymentId().isPresent()).map(Action::effort).toList();
        return new Rehearsed(decisions.all(), decisions.dropped(), account.violatedMinutes(),
                efforts.stream().mapToInt(Effort::moves).sum(), efforts.stream().mapToInt(Effort::starts).sum(),
                efforts.stream().mapToInt(Effort::stops).sum(), account.cents(), plans.plannings(), replicas);
    }

    private void become(DeploymentPlan plan) {
        target = plan;
        Instant since = clock.instant();
        replicas.add(new Rehearsed.Replicas(since, plan.instances().stream().collect(Collectors.toMap(
                placed -> placed.instance().componentId(), placed -> 1, Integer::sum, TreeMap::new))));
    }

    private long deploy(String planId) {
        long id = deployments.isEmpty() ? 1 : deployments.lastKey() + 1;
        deployments.put(id, new ExecutionReport(id, model.name(), planId, Optional.of(target.digest()), Optional.empty(), RunTerms.HELD,
                RunState.RUNNING, 1, clock.instant(), Optional.empty(), Optional.empty(), Optional.empty(), List.of()));
        running.add(id);
        become(plans.plan(planId));
        return id;
    }

    private boolean underWay() {
        return !running.isEmpty();
    }

    private void end(Instant at) {
        running.removeIf(id -> {
            ExecutionReport run = deployments.get(id);
            boolean ends = !at.isBefore(run.startedAt().plus(scene.terms().deployment()));
            if (ends) {
                deployments.put(id, new ExecutionReport(id, run.application(), run.planId(), run.previousPlanId(), run.undoPlanId(),
                        run.terms(), RunState.DONE, run.attempt(), run.startedAt(), Optional.of(at), run.error(), run.cancel(),
                        run.steps()));
            }
            return ends;
        });
    }

    /** @return whether a host is silent and the next look comes soon */
    private boolean look(Instant at) {
        Set<String> used = target.instances().stream().map(InstancePlacement::hostId).collect(Collectors.toSet());
        boolean silent = used.stream().anyMatch(host -> scene.observed().silent(host, at));
        List<HostLook> looks = scene.state().infrastructure().hosts().stream().filter(host -> host.rental().isEmpty())
                .filter(host -> silent || used.contains(host.id())).map(host -> look(host.id(), at)).toList();
        Set<String> unanswered = looks.stream().filter(look -> !look.outcome().alive()).map(HostLook::hostId).collect(Collectors.toSet());
        if (rules == null && !silent) {
            outcomes.look(unanswered);
            return false;
        }
        if (rules == null) {
            rules = Rules.builtIn(scene.terms().adaptation().rules());
        }
        List<Finding> findings = rules.evaluate(new Round(at, looks, List.of(), List.of()));
        List<Finding.HostLost> lost = of(findings, Finding.HostLost.class);
        Set<String> avoided = of(findings, Finding.HostUnsettled.class).stream().map(Finding.HostUnsettled::hostId)
                .collect(Collectors.toSet());
        lost.forEach(finding -> avoided.add(finding.hostId()));
        if (lost.isEmpty()) {
            lostHosts.noneLost();
        } else {
            lostHosts.handle(model.name(), lost, avoided);
        }
        outcomes.look(unanswered);
        silentSince = !silent ? null : silentSince == null ? at : silentSince;
        return silent && at.isBefore(silentSince.plus(UNCERTAIN));
    }

    private HostLook look(String hostId, Instant at) {
        boolean silent = scene.observed().silent(hostId, at);
        return new HostLook(hostId, silent ? Outcome.SILENT : Outcome.ANSWERED, at, silent ? "as observed" : "",
                scene.state().infrastructure().siteOfHost(hostId).id());
    }

    private static <T extends Finding> List<T> of(List<Finding> findings, Class<T> kind) {
        return findings.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private void evaluate(RunningRules running, Instant at, boolean timed) {
        outcomes.look();
        List<ModelFinding> findings = running.evaluate(at, timed, target, () -> report().map(made -> made.cost().value()),
                values(running, at));
        notes.note(model, findings);
        List<DueRule> due = findings.stream().filter(ModelFinding.RuleDue.class::isInstance).map(ModelFinding.RuleDue.class::cast)
                .map(found -> new DueRule(running.rule(found.ruleId()), found, at)).toList();
        ruleActions.lapse(model, due.stream().map(one -> one.rule().id()).collect(Collectors.toSet()));
        ruleActions.handle(running, due, () -> at);
    }

    private Optional<PlanReport> report() {
        return target.digest().equals(scene.target().digest()) ? scene.report() : plans.report(target.digest());
    }

    /** Values that the sensors would have at this time, with the copies of the rehearsal. */
    private List<MetricReading> values(RunningRules running, Instant at) {
        long interval = scene.terms().polled().toMillis();
        Instant polled = Instant.ofEpochMilli(at.toEpochMilli() / interval * interval);
        TreeMap<String, MetricReading> values = new TreeMap<>();
        running.ofComponents(target, byCopy(polled)).forEach(reading -> values.put(reading.seriesId(), reading));
        for (Metric metric : running.program().metrics().values()) {
            given(metric.id(), at).ifPresent(value -> values.put(metric.id(), new MetricReading(metric.id(), value, polled)));
        }
        running.program().slos().keySet().forEach(slo -> promise(slo, at).ifPresent(value ->
                values.put(RuleProgram.sloSeries(slo), new MetricReading(RuleProgram.sloSeries(slo), value, polled))));
        return List.copyOf(values.values());
    }

    private OptionalDouble given(String series, Instant at) {
        return scene.observed().series().getOrDefault(series, Steps.NONE).at(at);
    }

    /**
     * Latency at the percentile of a promise, in s: as it was measured, plus the difference that the placement makes; as predicted if it
     * was
     * not measured and a load is given.
     */
    private OptionalDouble promise(String sloId, Instant at) {
        OptionalDouble measured = given(RuleProgram.sloSeries(sloId), at);
        DeploymentPlan placed = scene.placedAt(at);
        boolean recorded = scene.observed().series().containsKey(RuleProgram.sloSeries(sloId));
        if (!recorded && !scene.observed().supposed()) {
            return measured;
        }
        if (recorded && (measured.isEmpty() || placed.digest().equals(target.digest()) || scene.placed().isEmpty())) {
            return measured;
        }
        OptionalDouble now = account.seconds(at, target, sloId);
        if (!recorded) {
            return now;
        }
        OptionalDouble then = account.seconds(at, placed, sloId);
        return now.isEmpty() || then.isEmpty() ? measured
                : OptionalDouble.of(Math.max(0, measured.getAsDouble() + now.getAsDouble() - then.getAsDouble()));
    }

    /** Values of the copies, which share what was measured for their component. */
    private Map<String, List<Reading>> byCopy(Instant at) {
        Map<String, List<Reading>> readings = new TreeMap<>();
        for (Map.Entry<OfComponent, Steps> one : scene.observed().components().entrySet()) {
            OptionalDouble value = one.getValue().at(at);
            List<InstancePlacement> copies = target.instances().stream()
                    .filter(placed -> placed.instance().componentId().equals(one.getKey().componentId())).toList();
            if (value.isPresent()) {
                double each = one.getKey().shared() ? value.getAsDouble() / copies.size() : value.getAsDouble();
                copies.forEach(placed -> readings.computeIfAbsent(placed.copy(model.name()).label(), unknown -> new ArrayList<>())
                        .add(new Reading(placed.hostId(), placed.copy(model.name()).label(), one.getKey().metric(), each, at)));
            }
        }
        return readings;
    }
}
