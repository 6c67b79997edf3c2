package org.caravan.cli.validation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.caravan.api.model.ValidationView;
import org.caravan.client.Answer;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Severity;
import org.caravan.diagnostic.ModelCheck;
import tools.jackson.databind.json.JsonMapper;

/**
 * Result of checking model files with the language, without a server. Applications are checked against the infrastructures among the files.
 */
public final class LocalVerdict {

    /** The language's libraries use SLF4J, which would print a warning to standard error because no log backend is present. */
    private static final String SLF4J_VERBOSITY = "slf4j.internal.verbosity";

    private final ModelCheck.Verdict verdict;

    private LocalVerdict(ModelCheck.Verdict verdict) {
        this.verdict = verdict;
    }

    /**
     * Empty if the client was packaged without the language.
     *
     * @param textByFileName model files and the files to which they refer
     */
    public static Optional<LocalVerdict> of(Map<String, String> textByFileName) {
        if (System.getProperty(SLF4J_VERBOSITY) == null) {
            System.setProperty(SLF4J_VERBOSITY, "ERROR");
        }
        return ServiceLoader.load(ModelCheck.class, ClassLoader.getSystemClassLoader()).findFirst()
                .map(language -> new LocalVerdict(language.check(textByFileName)));
    }

    /** Whether the infrastructure in force could add diagnostics: the files contain applications, no infrastructure and no error. */
    public boolean isOpen() {
        return verdict.accepted() && verdict.infrastructures().isEmpty() && !verdict.applications().isEmpty();
    }

    /**
     * The same verdict with a warning that no infrastructure was checked.
     *
     * @param reason end of the warning's sentence
     */
    public LocalVerdict unjudged(String reason) {
        List<Diagnostic> all = new ArrayList<>(verdict.diagnostics());
        all.add(new Diagnostic(Severity.WARNING, "infrastructure-unchecked", "No infrastructure is among the files, and " + reason
                + ": sites, countries and sizes were not checked.", Optional.of("name the file of the infrastructure as well."),
                Optional.empty()));
        return new LocalVerdict(new ModelCheck.Verdict(all, verdict.applications(), verdict.infrastructures()));
    }

    /** In the form of the response of {@code POST /models/validation}. */
    public Answer<ValidationView> answer() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("diagnostics", verdict.diagnostics().stream().map(DiagnosticDocument::of).toList());
        document.put("accepted", verdict.accepted());
        document.put("applications", verdict.applications());
        document.put("infrastructures", verdict.infrastructures());
        return Answer.of(JsonMapper.builder().build().valueToTree(document), ValidationView.class);
    }
}
