package org.caravan.writer;

import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.caravan.adaptation.Action;
import org.caravan.adaptation.Action.Reserve.Change;
import org.caravan.adaptation.ActionLimits;
import org.caravan.adaptation.Adaptation;
import org.caravan.adaptation.Aggregate;
import org.caravan.adaptation.Constraint;
import org.caravan.adaptation.MaintenanceWindow;
import org.caravan.adaptation.Metric;
import org.caravan.adaptation.Rule;
import org.caravan.adaptation.Schedule;
import org.caravan.adaptation.Utility;
import org.caravan.adaptation.Variable;
import org.caravan.application.Component;
import org.caravan.formula.Condition;
import org.caravan.formula.Formula;
import org.caravan.formula.Function;
import org.caravan.formula.Measure;
import org.caravan.formula.Operator;
import org.caravan.formula.Relation;
import org.caravan.unit.BitRate;

/** What is watched and done, by chance: formulas and conditions of any shape. */
final class GeneratedAdaptation {

    private final Random random;
    private final List<String> values;

    /** @param names two different ones, for a metric and a constraint; a third for what both name */
    GeneratedAdaptation(Random random, List<String> names) {
        this.random = random;
        this.values = names;
    }

    Adaptation of(Component component, String sloId) {
        Metric raw = new Metric(values.get(0), Optional.of("cpu"), false, Optional.of(component.id()), Optional.empty(), Measure.NUMBER,
                Optional.of(0.5), Optional.of(new Metric.Window(90, pick(Aggregate.values()))), Optional.empty());
        Metric own = new Metric("own", Optional.of("queue \"length\""), true, Optional.of(component.id()), Optional.empty(),
                Measure.DURATION,
                Optional.empty(), Optional.empty(), Optional.of("ms"));
        Metric computed = new Metric("computed", Optional.empty(), false, Optional.empty(), Optional.of(formula(4)), Measure.NUMBER,
                Optional.of(5.0), Optional.empty(), Optional.empty());
        Variable variable = new Variable("copies", Variable.Property.REPLICAS, Optional.of(component.id()));
        Constraint constraint = new Constraint(values.get(1), random.nextBoolean() ? any(sloId)
                : new Condition.Implication(any(sloId), any(sloId),
                random.nextBoolean() ? Optional.empty() : Optional.of(any(sloId))));
        boolean counts = random.nextBoolean();
        Rule rule = new Rule(values.get(2), Optional.of(new Condition.Not(new Condition.Named(values.get(1)))),
                counts ? Optional.empty() : Optional.of(120.0), counts ? Optional.of(new Rule.Repeat(3, 300)) : Optional.empty(),
                Optional.empty(), Optional.empty(),
                Optional.of(600.0), component.scaling().filter(range -> range.most() > component.replicas()).isEmpty()
                        ? random.nextInt(3) == 0 ? List.of(new Action.Drain("pi-2"), new Action.Notify("mailto:ops@example.org"))
                        : List.of(new Action.Replan(), new Action.Notify("https://hooks.example.org/a?b=c"),
                                new Action.Notify("mailto:ops@example.org"),
                                new Action.Run(component.id(), "/bin/echo a \"b\""))
                        : List.of(new Action.Scale(pick(Action.Direction.values()), component.id(), 1 + random.nextInt(9)),
                                new Action.Replan()));
        Rule reserving = new Rule("reserving", Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(3600.0),
                Optional.empty(), Optional.empty(), List.of(random.nextBoolean() ? new Action.Release(component.id())
                        : reserve(component.id())));
        Rule nightly = new Rule("nightly", Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
                Optional.of(new Schedule("30 2 * * MON-FRI", ZoneId.of(random.nextBoolean() ? "UTC" : "Europe/Oslo"))),
                Optional.of(60.0), List.of(new Action.Replan()));
        return new Adaptation(List.of(raw, own, computed), List.of(variable), List.of(constraint),
                random.nextBoolean() ? List.of(rule, reserving) : List.of(rule, nightly), List.of(new Utility(formula(3), 2.5)))
                .withActionLimits(random.nextBoolean() ? ActionLimits.NONE : new ActionLimits(Optional.of(90.0), Optional.of(0),
                        Optional.empty(), Optional.of(1), random.nextBoolean() ? Optional.empty() : Optional.of(3),
                        Optional.of(MaintenanceWindow.parse("SAT-SUN 02:00-05:00 Europe/Oslo"))));
    }

    private Action.Reserve reserve(String componentId) {
        Change change = pick(Change.values());
        return new Action.Reserve(componentId, change, new BitRate(1 + random.nextInt(900_000)), change == Change.TO ? Optional.empty()
                : Optional.of(new Action.Reserve.Bounds(new BitRate(random.nextInt(5_000)), new BitRate(900_000))));
    }

    private Formula formula(int depth) {
        int kind = depth == 0 ? random.nextInt(3) : random.nextInt(6);
        return switch (kind) {
            case 0 -> new Formula.Amount("80 %", 0.8, Measure.NUMBER);
            case 1 -> new Formula.Amount("-2.5", -2.5, Measure.NUMBER);
            case 2 -> new Formula.Reference(random.nextBoolean() ? values.get(0) : "copies");
            case 3 -> new Formula.Call(pick(Function.values()), List.of(formula(depth - 1)));
            default -> new Formula.Operation(pick(Operator.values()), formula(depth - 1), formula(depth - 1));
        };
    }

    private Condition any(String sloId) {
        List<Condition> parts = IntStream.rangeClosed(0, random.nextInt(3)).mapToObj(i -> all(sloId)).toList();
        return parts.size() == 1 ? parts.get(0) : new Condition.Any(parts);
    }

    private Condition all(String sloId) {
        List<Condition> parts = IntStream.rangeClosed(0, random.nextInt(3)).mapToObj(i -> predicate(sloId)).toList();
        return parts.size() == 1 ? parts.get(0) : new Condition.All(parts);
    }

    private Condition predicate(String sloId) {
        Condition condition = random.nextInt(4) == 0 && sloId != null ? new Condition.Violated(sloId)
                : new Condition.Comparison(formula(2), pick(Relation.values()), formula(1));
        return random.nextInt(3) == 0 ? new Condition.Not(condition) : condition;
    }

    private <T> T pick(T[] all) {
        return all[random.nextInt(all.length)];
    }
}
