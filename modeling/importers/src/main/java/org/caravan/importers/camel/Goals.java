package org.caravan.importers.camel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.caravan.adaptation.Utility;
import org.caravan.formula.Formula;
import org.caravan.formula.Operator;
import org.caravan.importers.draft.Findings;

/** Converts optimisation requirements: variables or metrics to maximise or minimise, with their weights. */
final class Goals {

    private final Declarations declared;
    private final Values values;
    private final Findings findings;

    Goals(Declarations declared, Values values, Findings findings) {
        this.declared = declared;
        this.values = values;
        this.findings = findings;
    }

    /** Converts all goals. A goal that cannot be expressed gets a reason for the list of unconverted elements. */
    List<Utility> read() {
        List<Utility> utilities = new ArrayList<>();
        declared.all("optimisation requirement").forEach(goal -> {
            try {
                utilities.add(utility(goal));
                goal.carry("variable", "context", "metric", "minimise", "priority", "function");
            } catch (Unsupported reason) {
                goal.because(reason.getMessage());
            }
        });
        return utilities;
    }

    private Utility utility(Statement goal) throws Unsupported {
        Optional<String> context = goal.part("context");
        Value value = context.isPresent() ? values.context(context.get())
                : values.named(goal.part("variable", "metric").orElseThrow(() -> new Unsupported("because it names no variable")),
                        List.of());
        String priority = goal.part("priority").orElse("1");
        double weight = priority.matches("[0-9]{1,6}(\\.[0-9]{1,6})?|\\.[0-9]{1,6}") ? Double.parseDouble(priority) : 0;
        if (!(weight > 0)) {
            throw new Unsupported("because its priority is no number above 0");
        }
        Formula named = new Formula.Reference(value.id());
        return new Utility(small(goal, context) ? new Formula.Operation(Operator.TIMES, Value.amount("-1", Value.PLAIN), named) : named,
                weight);
    }

    /** Whether to minimise: from the goal itself, otherwise from the direction of its metric. */
    private boolean small(Statement goal, Optional<String> context) {
        boolean said = goal.parts("minimise").findFirst().isPresent()
                || goal.part("function").filter(word -> word.equalsIgnoreCase("min")).isPresent();
        Optional<Statement> metric = context.flatMap(name -> declared.find(name, "raw metric context", "composite metric context"))
                .flatMap(values::metricOf);
        Optional<Statement> direction = metric.flatMap(one -> one.part("template")).flatMap(name -> declared.find(name, "template"))
                .flatMap(one -> one.parts("direction").findFirst());
        boolean better = direction.filter(one -> one.argument().equals("0")).isPresent();
        if (better && !said) {
            direction.get().carry();
            findings.doubt("assumed", goal.at(), "Goal " + goal.argument()
                    + " is to be small, as the direction of its metric is 0, though it does not say minimise.", "");
        }
        return said || better;
    }
}
