package org.caravan.importers.camel;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.formula.Condition;
import org.caravan.importers.draft.Findings;

/**
 * Converts SLOs. CAMEL's SLOs are constraints on metrics, but the model's SLOs limit latencies of requests. Each SLO therefore becomes a
 * constraint with its name. If its constraint cannot be expressed, both are listed, so that the author can restate them.
 */
final class Promises {

    private final Constraints constraints;
    private final Findings findings;

    Promises(Constraints constraints, Findings findings) {
        this.constraints = constraints;
        this.findings = findings;
    }

    void read(List<Statement> subModels) {
        subModels.stream().filter(part -> part.phrase().equals("requirement model"))
                .flatMap(model -> model.parts("slo", "service level objective")).forEach(slo -> {
            slo.carry();
            Optional<String> constraint = slo.after("constraint").map(Token::text);
            try {
                String id = constraints.id(constraint.orElseThrow(() -> new Unsupported("")));
                String promise = slo.argument().equals(id) ? id : constraints.add(slo.argument(), new Condition.Named(id));
                findings.doubt("slo-as-constraint", slo.at(), "SLO " + slo.argument() + " is constraint " + promise
                        + " here, which must hold.",
                        "write a rule for its violation: rule repair { when not " + promise + " then replan }");
                slo.after("event").ifPresent(event -> findings.notCarried(event.at(), "event of slo " + slo.argument(),
                        "because only its constraint must hold"));
            } catch (Unsupported reason) {
                findings.notCarried(slo.at(), slo.title()
                        + constraint.flatMap(constraints::statement).map(found -> " (" + written(found) + ")").orElse(""),
                        "say it of a request: slo fast { p95 latency of main < 200 ms }");
            }
        });
    }

    /** Source text without the name. */
    private static String written(Statement constraint) {
        return constraint.phrase() + constraint.tokens().stream().skip(1).map(Token::text).collect(Collectors.joining(" ", " ", ""))
                .replaceAll("^ : ", " ");
    }
}
