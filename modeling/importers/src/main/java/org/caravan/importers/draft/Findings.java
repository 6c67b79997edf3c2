package org.caravan.importers.draft;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.diagnostic.Diagnostic.Severity;
import org.caravan.text.TextRule;

/** Collects the diagnostics of an import. Messages must not contain values that could be secret. */
public final class Findings {

    /** Diagnostic with the component beside which the text shows it. */
    record Finding(Diagnostic diagnostic, Optional<String> componentId) {}

    private static final String BECAUSE = "because ";

    private static final Comparator<Diagnostic> BY_PLACE = Comparator
            .comparing((Diagnostic diagnostic) -> diagnostic.location().map(Location::file).orElse(""))
            .thenComparing(diagnostic -> diagnostic.location().map(Location::line).orElse(0));

    private final List<Finding> found = new ArrayList<>();

    /** Messages that were already reported: a YAML anchor used in several places is reported only at the first. */
    private final Set<List<String>> said = new HashSet<>();

    /** Reports that the input cannot be imported. */
    public void error(String code, Location at, String message, String suggestion) {
        add(Severity.ERROR, code, at, message, suggestion, Optional.empty());
    }

    /** Reports a doubt about the application as a whole, for the author to check. */
    public void doubt(String code, Location at, String message, String suggestion) {
        add(Severity.WARNING, code, at, message, suggestion, Optional.empty());
    }

    /** Reports a doubt about one component, for the author to check. */
    public void doubt(String code, Location at, String message, String suggestion, DraftComponent about) {
        add(Severity.WARNING, code, at, message, suggestion, Optional.of(about.id()));
    }

    /**
     * @param what name of the element in the input: {@code restart of service web}
     * @param instead what to do, or a reason that begins with {@code because}; empty if neither is known
     */
    public void notCarried(Location at, String what, String instead) {
        doubt("not-carried", at, unsaid(what, instead), way(instead));
    }

    /** @param what name of the element in the input, without its owner: {@code restart} */
    public void notCarried(Location at, String what, String instead, DraftComponent about) {
        doubt("not-carried", at, unsaid(what + " of " + about.id(), instead), way(instead), about);
    }

    public boolean hasErrors() {
        return found.stream().anyMatch(finding -> finding.diagnostic().severity() == Severity.ERROR);
    }

    /** Ordered by location. */
    public List<Diagnostic> diagnostics() {
        return found.stream().map(Finding::diagnostic).sorted(BY_PLACE).toList();
    }

    /** Ordered by location; about one component, or about none. */
    List<Diagnostic> about(Optional<String> componentId) {
        return found.stream().filter(finding -> finding.componentId().equals(componentId)).map(Finding::diagnostic)
                .sorted(BY_PLACE).toList();
    }

    private static String unsaid(String what, String instead) {
        return "Not carried over: " + what + (instead.startsWith(BECAUSE) ? ", " + instead : "") + ".";
    }

    private static String way(String instead) {
        return instead.startsWith(BECAUSE) ? "" : instead;
    }

    private void add(Severity severity, String code, Location at, String message, String suggestion, Optional<String> componentId) {
        Optional<String> way = suggestion.isEmpty() ? Optional.empty() : Optional.of(suggestion);
        Diagnostic diagnostic = new Diagnostic(severity, code, printable(message), way.map(Findings::printable), Optional.of(at));
        if (said.add(List.of(code, diagnostic.message(), way.orElse(""), componentId.orElse("")))) {
            found.add(new Finding(diagnostic, componentId));
        }
    }

    private static String printable(String text) {
        return TextRule.LINE.cleaned(text);
    }
}
