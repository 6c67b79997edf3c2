package org.caravan.exporters;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.caravan.adaptation.Action;
import org.caravan.adaptation.Rule;
import org.caravan.formula.Condition;

/** Writes the scalability model: rules that scale when a constraint holds or is violated. */
final class CamelRules {

    private final CamelConditions conditions;
    private final List<String> left;
    private final CamelLines lines = new CamelLines();

    CamelRules(CamelConditions conditions, List<String> left) {
        this.conditions = conditions;
        this.left = left;
    }

    CamelLines lines() {
        return lines;
    }

    void write(Rule rule) {
        String name = CamelLines.name(rule.id());
        Optional<Condition> when = rule.when();
        boolean violation = when.filter(Condition.Not.class::isInstance).isPresent();
        Optional<String> constraint = when.map(condition -> condition instanceof Condition.Not not ? not.condition() : condition)
                .filter(Condition.Named.class::isInstance).map(named -> ((Condition.Named) named).id()).filter(conditions::carried);
        boolean scales = rule.actions().stream().allMatch(action -> action instanceof Action.Scale scale
                && !scale.followsForecasts());
        boolean whole = rule.everySeconds().filter(seconds -> seconds != Math.rint(seconds)).isEmpty();
        if (constraint.isEmpty() || !scales || !whole || rule.holdsSeconds().isPresent() || rule.repeat().isPresent()
                || rule.pauseSeconds().isPresent()) {
            left.add("rule " + rule.id());
            return;
        }
        lines.line(2, "nonfunctional " + name + "Event { constraint Limits." + CamelLines.name(constraint.get())
                + (violation ? " violation" : "") + " }");
        rule.everySeconds().ifPresent(seconds -> {
            lines.line(2, "timer " + name + "Timer { type interval time value " + Math.round(seconds) + " unit "
                    + CamelNumbers.unit("s").orElseThrow() + " }");
            lines.line(2, "unary event pattern " + name + "Pattern every ( " + name + "Event : " + name + "Timer )");
        });
        List<String> actions = new ArrayList<>();
        for (int i = 0; i < rule.actions().size(); i++) {
            Action.Scale scale = (Action.Scale) rule.actions().get(i);
            actions.add("Scaling." + name + "Action" + (i + 1));
            lines.line(2, "horizontal scaling action " + name + "Action" + (i + 1) + " { software Deployment."
                    + CamelLines.name(scale.componentId()) + " count "
                    + (scale.direction() == Action.Direction.IN ? "-" : "") + scale.by() + " }");
        }
        lines.line(2, "rule " + name + " { event Scaling." + name + (rule.everySeconds().isPresent() ? "Pattern" : "Event") + " actions [ "
                + String.join(", ", actions) + " ] }");
    }
}
