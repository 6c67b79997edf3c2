package org.caravan.importers.camel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.adaptation.Action;
import org.caravan.adaptation.Rule;
import org.caravan.formula.Condition;
import org.caravan.importers.draft.Draft;
import org.caravan.importers.draft.DraftComponent;
import org.caravan.importers.draft.DraftNames;

/** Converts rules of scalability models: events or patterns of events that scale components. */
final class ScalabilityRules {

    private static final String[] ACTIONS = {"horizontal scaling action", "horizontal scaling", "vertical scaling action",
            "vertical scaling"};
    private static final String INTERVAL = "because only timers of type interval have a counterpart, every 5 min";

    /** Trigger of a rule, and its minimum interval. */
    private record When(Condition condition, Optional<Double> everySeconds) {}

    private final Draft draft;
    private final Declarations declared;
    private final Constraints constraints;
    private final DraftNames names = new DraftNames();
    private final Map<String, Condition> patterns = new HashMap<>();

    ScalabilityRules(Draft draft, Declarations declared, Constraints constraints) {
        this.draft = draft;
        this.declared = declared;
        this.constraints = constraints;
    }

    /** Converts all rules. A rule that cannot be expressed gets a reason for the list of unconverted elements. */
    List<Rule> read() {
        List<Rule> rules = new ArrayList<>();
        declared.all("rule", "scalability rule").forEach(rule -> {
            try {
                rules.add(rule(rule));
            } catch (Unsupported reason) {
                rule.because(reason.getMessage());
            }
        });
        return rules;
    }

    private Rule rule(Statement rule) throws Unsupported {
        List<Action> actions = new ArrayList<>();
        When when = when(rule.part("event").orElseThrow(() -> new Unsupported("because it names no event")), 0);
        for (String name : rule.parts("actions").flatMap(part -> part.words().stream()).toList()) {
            action(name).ifPresent(actions::add);
        }
        if (actions.isEmpty()) {
            throw new Unsupported("because none of its actions is carried over");
        }
        rule.carry("event", "actions");
        return new Rule(names.give(rule.argument(), "rule"), Optional.of(when.condition()), Optional.empty(), when.everySeconds(),
                Optional.empty(), actions);
    }

    private When when(String reference, int depth) throws Unsupported {
        Statement event = declared.find(reference, "nonfunctional", "non-functional event", "nonfunctional event", "single event",
                "binary event pattern",
                        "unary event pattern", "functional", "functional event")
                .orElseThrow(() -> new Unsupported("because no file declares its event " + Statement.lastSegment(reference)));
        if (depth > 20) {
            throw new Unsupported("because its events are patterns of patterns, more than 20 deep");
        }
        return switch (event.phrase()) {
            case "binary event pattern" -> new When(binary(event, depth), Optional.empty());
            case "unary event pattern" -> unary(event, depth);
            case "functional", "functional event" ->
                    throw new Unsupported("because its event is a fault of a copy, which is repaired without a rule");
            default -> new When(nonFunctional(event), Optional.empty());
        };
    }

    /** Condition of a constraint that holds or, if the event states violation, does not hold. */
    private Condition nonFunctional(Statement event) throws Unsupported {
        Condition named = new Condition.Named(constraints.id(event.part("constraint", "metric condition")
                .orElseThrow(() -> new Unsupported("because its event names no constraint"))));
        boolean violation = event.parts("violation").findFirst().isPresent();
        event.carry("constraint", "metric condition", "violation");
        return violation ? new Condition.Not(named) : named;
    }

    /** Stored under its own name, so that no parentheses are needed. */
    private Condition binary(Statement pattern, int depth) throws Unsupported {
        if (patterns.containsKey(pattern.argument())) {
            return patterns.get(pattern.argument());
        }
        String operator = pattern.part("operator").orElse("").toLowerCase(Locale.ROOT);
        boolean plain = pattern.body().stream().allMatch(part -> List.of("operator", "left event", "right event").contains(part.phrase())
                && !part.tokens().stream().anyMatch(token -> token.is("[")));
        if (!List.of("and", "or", "xor").contains(operator) || !plain) {
            throw new Unsupported("because its pattern counts events or puts them in order, which conditions here do not");
        }
        List<Condition> sides = new ArrayList<>();
        for (String side : Stream.of("left event", "right event").flatMap(phrase -> pattern.part(phrase).stream()).toList()) {
            sides.add(when(side, depth + 1).condition());
        }
        if (sides.size() != 2) {
            throw new Unsupported("because its pattern has not two events");
        }
        Condition joined = operator.equals("xor") ? Constraints.either(sides.get(0), sides.get(1))
                : Constraints.joined(operator.equals("and"), sides);
        patterns.put(pattern.argument(), new Condition.Named(constraints.add(pattern.argument(), joined)));
        pattern.carry("operator", "left event", "right event");
        return patterns.get(pattern.argument());
    }

    /** Patterns {@code not (Event)} and {@code every (Event : Timer)}. */
    private When unary(Statement pattern, int depth) throws Unsupported {
        List<String> words = pattern.words().stream().skip(1).toList();
        boolean counted = words.stream().anyMatch(word -> word.contains("^"));
        String operator = words.isEmpty() ? "" : words.get(0).toLowerCase(Locale.ROOT);
        if (counted || words.size() < 2 || !List.of("every", "not", "when").contains(operator)) {
            throw new Unsupported("because its pattern counts events, which conditions here do not");
        }
        Optional<Double> every = words.size() > 2 ? Optional.of(interval(words.get(2))) : Optional.empty();
        When when = when(words.get(1), depth + 1);
        pattern.carry();
        return new When(operator.equals("not") ? Constraints.not(when.condition()) : when.condition(), every);
    }

    private double interval(String name) throws Unsupported {
        Statement timer = declared.find(name, "timer")
                .filter(found -> found.part("type").filter(type -> type.equalsIgnoreCase("interval")).isPresent())
                .orElseThrow(() -> new Unsupported(INTERVAL));
        double seconds = timer.part("time value").flatMap(number -> timer.part("unit").flatMap(unit -> CamelUnits.seconds(number, unit)))
                .orElseThrow(() -> new Unsupported(INTERVAL));
        timer.carry("type", "time value", "unit");
        return seconds;
    }

    /** Empty if it cannot be expressed; then it gets a reason for the list of unconverted elements. */
    private Optional<Action> action(String name) {
        Optional<Statement> action = declared.find(name, ACTIONS);
        Optional<DraftComponent> component = action.flatMap(one -> one.part("software", "internal component", "component"))
                .flatMap(one -> draft.find(Statement.lastSegment(one)));
        int count = action.flatMap(one -> one.part("count")).filter(number -> number.matches("-?[0-9]{1,2}")).map(Integer::parseInt)
                .orElse(1);
        boolean in = count < 0 || action.stream().flatMap(one -> one.parts("type")).flatMap(type -> type.words().stream())
                .anyMatch(word -> word.matches("(?i)in|scale_in"));
        if (action.isEmpty() || count == 0 || component.isEmpty()) {
            action.ifPresent(one -> one.because("because it changes no number of copies of a component"));
            return Optional.empty();
        }
        if (!component.get().replicas().scaled()) {
            action.get().because("because the number of replicas of " + component.get().id() + " is fixed");
            return Optional.empty();
        }
        action.get().carry("software", "internal component", "component", "count", "type");
        return Optional.of(new Action.Scale(in ? Action.Direction.IN : Action.Direction.OUT, component.get().id(), Math.abs(count)));
    }
}
