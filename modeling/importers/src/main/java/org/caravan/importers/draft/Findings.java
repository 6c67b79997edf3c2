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

/** What an importer has to say about its input. No message may hold a value that could be secret. */
public final class Findings {

    /** In the text, it stands with the component it is about. */
    record Finding(Diagnostic diagnostic, Optional<String> componentId) {}

    private static final String BECAUSE = "because ";

    private static final Comparator<Diagnostic> BY_PLACE = Comparator
            .comparing((Diagnostic diagnostic) -> diagnostic.location().map(Location::file).orElse(""))
            .thenComparing(diagnostic -> diagnostic.location().map(Location::line).orElse(0));

    private final List<Finding> found = new ArrayList<>();

    /** What was said already: an anchor that stands in many places is reported where it stands first. */
    private final Set<List<String>> said = new HashSet<>();

    /** The input cannot be imported. */
    public void error(String code, Location at, String message, String suggestion) {
        add(Severity.ERROR, code, at, message, suggestion, Optional.empty());
    }

    /** Something of the application as a whole that the author should look at. */
    public void doubt(String code, Location at, String message, String suggestion) {
        add(Severity.WARNING, code, at, message, suggestion, Optional.empty());
    }

    /** Something of one component that the author should look at. */
    public void doubt(String code, Location at, String message, String suggestion, DraftComponent about) {
        add(Severity.WARNING, code, at, message, suggestion, Optional.of(about.id()));
    }

    /**
     * @param what as the input says it: {@code restart of service web}
     * @param instead what to do, or a reason that begins with {@code because}; empty if there is nothing to say
     */
    public void notCarried(Location at, String what, String instead) {
        doubt("not-carried", at, unsaid(what, instead), way(instead));
    }

    /** @param what as the input says it, without whose it is: {@code restart} */
    public void notCarried(Location at, String what, String instead, DraftComponent about) {
        doubt("not-carried", at, unsaid(what + " of " + about.id(), instead), way(instead), about);
    }

    public boolean hasErrors() {
        return found.stream().anyMatch(finding -> finding.diagnostic().severity() == Severity.ERROR);
    }

    /** By place. */
    public List<Diagnostic> diagnostics() {
        return found.stream().map(Finding::diagnostic).sorted(BY_PLACE).toList();
    }

    /** By place, about one component, or about none. */
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
