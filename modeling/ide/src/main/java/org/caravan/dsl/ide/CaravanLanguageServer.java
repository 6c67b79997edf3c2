package org.caravan.dsl.ide;

import java.util.ArrayList;
import java.util.List;
import org.caravan.dsl.syntax.RootCauses;
import org.caravan.dsl.wording.Suggestion;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.xtext.ide.server.LanguageServerImpl;
import org.eclipse.xtext.validation.Issue;

/** Says in an editor what the command line says: no consequences of earlier problems, and what may help on its own line. */
class CaravanLanguageServer extends LanguageServerImpl {

    @Override
    protected List<Diagnostic> toDiagnostics(Iterable<? extends Issue> issues) {
        List<Issue> all = new ArrayList<>();
        issues.forEach(all::add);
        return super.toDiagnostics(RootCauses.of(all));
    }

    @Override
    protected Diagnostic toDiagnostic(Issue issue) {
        Diagnostic diagnostic = super.toDiagnostic(issue);
        diagnostic.setSource("caravan");
        Suggestion.text(issue.getData()).ifPresent(suggestion -> diagnostic.setMessage(issue.getMessage() + "\nMaybe " + suggestion));
        return diagnostic;
    }
}
