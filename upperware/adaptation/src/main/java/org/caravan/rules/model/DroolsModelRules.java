package org.caravan.rules.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.caravan.adaptation.Metric;
import org.caravan.adaptation.Rule;
import org.caravan.formula.Condition;
import org.caravan.formula.Evaluator;
import org.caravan.formula.Measure;
import org.caravan.rules.RuleBase;
import org.kie.api.runtime.KieSession;
import org.kie.api.runtime.rule.FactHandle;
import org.kie.api.time.SessionPseudoClock;

/**
 * One Drools session per application, from one rule base for all: windows and timings of the model are facts. The clock of the session is
 * that of the rounds.
 */
final class DroolsModelRules implements ModelRules {

    private static final RuleBase.BuiltIn RULES = new RuleBase.BuiltIn(DroolsModelRules.class, List.of("windows.drl", "timing.drl"));

    private final RuleProgram program;
    private final List<List<Metric>> formulas;
    private final Map<String, SampleWindow> windows;
    private final List<String> standing;
    private final Map<String, Condition> subjects = new HashMap<>();
    private final Map<String, Timing> timings = new HashMap<>();
    private final Map<String, Measure> measures;
    private final ReadingCheck check;
    private final KieSession session = RULES.get().session();
    private final SessionPseudoClock clock = session.getSessionClock();
    private final Verdicts verdicts = new Verdicts();
    /** Latest time at which the condition of a subject was known to be false, in epoch milliseconds. */
    private final Map<String, Long> failed = new HashMap<>();
    private long latest = Long.MIN_VALUE;

    DroolsModelRules(RuleProgram program) {
        this.program = program;
        this.formulas = program.formulas();
        this.windows = program.windows();
        this.standing = program.standing();
        this.check = new ReadingCheck(program);
        this.measures = program.metrics().values().stream().collect(Collectors.toMap(Metric::id, Metric::measure));
        session.setGlobal("verdicts", verdicts);
        windows.values().forEach(session::insert);
        for (Rule rule : program.rules()) {
            time(Timing.of(rule, program.since().toEpochMilli()));
            rule.when().ifPresent(condition -> subjects.put(Timing.rule(rule.id()), condition));
        }
        for (String constraint : standing) {
            time(Timing.ofConstraint(constraint));
            subjects.put(Timing.constraint(constraint), new Condition.Not(new Condition.Named(constraint)));
        }
    }

    private void time(Timing timing) {
        session.insert(timing);
        timings.put(timing.subject(), timing);
    }

    @Override
    public List<ModelFinding> evaluate(ModelRound round) {
        long now = round.at().toEpochMilli();
        if (now <= latest) {
            return List.of();
        }
        clock.advanceTime(now - clock.getCurrentTime(), TimeUnit.MILLISECONDS);
        verdicts.begin();
        List<ModelFinding> findings = new ArrayList<>();
        boolean gap = latest != Long.MIN_VALUE && now - latest > RuleProgram.INTERVALS_KNOWN * program.polled().toMillis();
        if (gap) {
            findings.add(new ModelFinding.EvaluationGap(now - latest));
        }
        latest = now;
        accept(round, now, findings);
        round.ran().forEach(this::ran);
        FactHandle tick = session.insert(new Tick(now, gap));
        Map<String, Double> values = values(round, now);
        Evaluator evaluator = Evaluator.ofKnown(values, program.conditions(), slo -> violated(slo, values));
        List<FactHandle> truths = new ArrayList<>();
        subjects.forEach((subject, condition) -> {
            boolean fails = evaluator.holds(new Condition.Not(condition));
            if (fails) {
                failed.put(subject, now);
            }
            truths.add(session.insert(new Truth(subject, evaluator.holds(condition), fails)));
        });
        session.fireAllRules();
        verdicts.due().stream().sorted(Comparator.comparing(due -> due.timing().subject()))
                .forEach(due -> findings.add(finding(due, now, evaluator, values)));
        // A round is evaluated once: samples, holdings and executions outlive it.
        truths.forEach(session::delete);
        session.delete(tick);
        session.fireAllRules();
        return List.copyOf(findings);
    }

    private void ran(RuleRan ran) {
        String subject = Timing.rule(ran.ruleId());
        session.insert(new Ran(subject, ran.at().toEpochMilli()));
        if (ran.before() && failed.getOrDefault(subject, Long.MIN_VALUE) < ran.at().toEpochMilli()) {
            session.insert(new Spent(subject));
        }
    }

    private void accept(ModelRound round, long now, List<ModelFinding> findings) {
        for (MetricReading reading : round.readings()) {
            Optional<ModelFinding.Refusal> refusal = check.refusal(reading, now);
            refusal.ifPresent(why -> findings.add(new ModelFinding.ReadingRefused(reading, why)));
            if (refusal.isEmpty() && check.uses(reading)) {
                session.insert(new Sample(reading.seriesId(), reading.value(), Math.min(now, reading.at().toEpochMilli())));
            }
        }
    }

    /** Known values: variables, then level by level windows over sensors, formulas, windows over formulas. */
    private Map<String, Double> values(ModelRound round, long now) {
        fire(0);
        Map<String, Double> values = new HashMap<>(round.variables());
        values.putAll(verdicts.values());
        for (int level = 1; level <= formulas.size(); level++) {
            Evaluator evaluator = Evaluator.ofKnown(values, Map.of(), slo -> Optional.empty());
            boolean sampled = false;
            for (Metric metric : formulas.get(level - 1)) {
                double value = evaluator.value(metric.formula().orElseThrow());
                if (metric.window().isEmpty()) {
                    values.put(metric.id(), value);
                } else {
                    sampled = true;
                    if (!round.timed() && Double.isFinite(value) && check.due(metric.id(), now)) {
                        session.insert(new Sample(metric.id(), value, now));
                    }
                }
            }
            if (sampled) {
                fire(level);
                values.putAll(verdicts.values());
            }
        }
        return values;
    }

    private void fire(int level) {
        FactHandle fact = session.insert(new Level(level));
        session.fireAllRules();
        session.delete(fact);
    }

    private Optional<Boolean> violated(String sloId, Map<String, Double> values) {
        double measured = values.getOrDefault(RuleProgram.sloSeries(sloId), Double.NaN);
        return Double.isNaN(measured) ? Optional.empty() : Optional.of(measured * 1000 >= program.slos().get(sloId).limit().value());
    }

    private ModelFinding finding(Verdicts.Due due, long now, Evaluator evaluator, Map<String, Double> values) {
        Timing timing = due.timing();
        List<ModelFinding.Figure> figures = Optional.ofNullable(subjects.get(timing.subject()))
                .map(condition -> Figures.of(condition, program, evaluator, values, measures)).orElse(List.of());
        Instant since = Instant.ofEpochMilli(due.since());
        if (timing.isRule()) {
            return new ModelFinding.RuleDue(timing.id(), timing.periodic() ? Optional.empty() : Optional.of(since), now - due.since(),
                    timing.periodic() ? timing.gapMillis() : timing.counts() ? timing.withinMillis() : timing.holdsMillis(), figures);
        }
        session.insert(new Ran(timing.subject(), now));
        return new ModelFinding.ConstraintViolated(timing.id(), since, figures);
    }

    @Override
    public Optional<Instant> next() {
        long earliest = Long.MAX_VALUE;
        if (latest != Long.MIN_VALUE) {
            for (Object fact : session.getObjects()) {
                long change = change(fact);
                earliest = change > latest ? Math.min(earliest, change) : earliest;
            }
        }
        return earliest == Long.MAX_VALUE ? Optional.empty() : Optional.of(Instant.ofEpochMilli(earliest));
    }

    /** When time changes what follows from the fact, in epoch milliseconds; {@link Long#MIN_VALUE} if it does not. */
    private long change(Object fact) {
        if (fact instanceof Sample sample) {
            return sample.at() + windows.get(sample.seriesId()).millis();
        }
        if (fact instanceof Holding holding) {
            return holding.since() + timings.get(holding.subject()).holdsMillis();
        }
        if (fact instanceof Ran ran) {
            return ran.at() + timings.get(ran.subject()).gapMillis();
        }
        return fact instanceof Timing timing ? timing.next(latest) : Long.MIN_VALUE;
    }

    @Override
    public Set<String> ready() {
        Set<String> ready = timings.values().stream().filter(timing -> timing.isRule() && timing.oncePerRun()).map(Timing::subject)
                .filter(failed::containsKey).collect(Collectors.toCollection(HashSet::new));
        for (Object fact : session.getObjects()) {
            if (fact instanceof Holding holding) {
                ready.remove(holding.subject());
            } else if (fact instanceof Ran ran && failed.getOrDefault(ran.subject(), Long.MIN_VALUE) < ran.at()) {
                ready.remove(ran.subject());
            }
        }
        return ready.stream().map(subject -> timings.get(subject).id()).collect(Collectors.toSet());
    }

    @Override
    public void close() {
        session.dispose();
    }
}
