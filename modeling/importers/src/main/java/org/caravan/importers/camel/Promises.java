package org.caravan.importers.camel;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.importers.draft.Findings;

/** SLOs: about metrics in CAMEL, about requests here. Each is listed with the constraint that it names, so that it can be said anew. */
final class Promises {

    private final List<Statement> subModels;
    private final Findings findings;

    Promises(List<Statement> subModels, Findings findings) {
        this.subModels = subModels;
        this.findings = findings;
    }

    void list() {
        parts("requirement model").filter(part -> part.phrase().equals("slo") || part.phrase().equals("service level objective")).forEach(slo -> {
            slo.carry();
            Optional<String> constraint = slo.after("constraint").flatMap(named -> parts("constraint model")
                    .filter(part -> part.argument().equals(Statement.lastSegment(named.text()))).findFirst()).map(Promises::written);
            findings.notCarried(slo.at(), slo.title() + constraint.map(text -> " (" + text + ")").orElse(""), "say it of a request: slo fast { p95 latency of main < 200 ms }");
        });
    }

    private Stream<Statement> parts(String model) {
        return subModels.stream().filter(part -> part.phrase().equals(model)).flatMap(part -> part.body().stream());
    }

    /** As it stands there, without its name. */
    private static String written(Statement constraint) {
        return constraint.phrase() + constraint.tokens().stream().skip(1).map(Token::text).collect(Collectors.joining(" ", " ", "")).replaceAll("^ : ", " ");
    }
}
