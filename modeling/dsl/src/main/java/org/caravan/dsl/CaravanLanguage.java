package org.caravan.dsl;

import com.google.inject.Injector;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.application.ApplicationModel;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Severity;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.dsl.caravan.CaravanFile;
import org.caravan.dsl.feasibility.StaticFeasibility;
import org.caravan.dsl.reader.ApplicationReader;
import org.caravan.dsl.reader.InfrastructureReader;
import org.caravan.dsl.reader.OrganisationReader;
import org.caravan.dsl.syntax.SyntaxMessages;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.organisation.Organisation;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.resource.XtextResource;

/**
 * Entry point of the Caravan language: parses application and infrastructure files and reports all problems together.
 *
 * <pre>{@code
 * ParsedModels parsed = CaravanLanguage.parse(Map.of("shop.caravan", text));
 * if (parsed.hasErrors()) {
 *     throw new RejectedInput(parsed.diagnostics());
 * }
 * }</pre>
 *
 * <p>Never throws because of invalid text. Thread-safe. This module's README describes the language itself.
 */
public final class CaravanLanguage {

    /** Created once, on first use: creation takes about a second. */
    private static final class Language {
        static final Injector INJECTOR = Registration.once();
    }

    private CaravanLanguage() {}

    /**
     * Parses a set of related files. If it contains applications and infrastructures, each application is also checked against each
     * infrastructure.
     *
     * @param textByFileName text by file name. Diagnostics refer to the names. Files that end in {@code .json} or {@code .sh} are profiles
     * and scripts, which models reference by relative path. Iteration order is the order of results
     */
    public static ParsedModels parse(Map<String, String> textByFileName) {
        return parse(textByFileName, List.of());
    }

    /** As {@link #parse(Map)}; also checks the applications against known infrastructures. */
    public static ParsedModels parse(Map<String, String> textByFileName, Collection<Infrastructure> known) {
        return parse(textByFileName, given -> Stream.concat(known.stream(), given.stream()).toList());
    }

    /**
     * Validates files on their own, as {@link #parse(Map)}. Applications are checked against the infrastructures in the files.
     *
     * @param inForce infrastructures used for the check if the files declare none
     */
    public static ParsedModels validate(Map<String, String> textByFileName, Collection<Infrastructure> inForce) {
        return parse(textByFileName, given -> given.isEmpty() ? List.copyOf(inForce) : given);
    }

    private static ParsedModels parse(Map<String, String> textByFileName, UnaryOperator<List<Infrastructure>> judges) {
        List<SourceText> sources = SourceText.of(textByFileName, Language.INJECTOR);
        List<Diagnostic> diagnostics = new ArrayList<>();
        sources.forEach(source -> diagnostics.addAll(source.diagnostics()));
        List<Diagnostic> twice = NamesAcrossFiles.check(sources);
        diagnostics.addAll(twice);
        if (hasError(diagnostics)) {
            if (twice.isEmpty()) {
                readable(sources).ifPresent(rest -> read(rest, UnaryOperator.identity(), diagnostics));
            }
            return new ParsedModels(List.of(), List.of(), List.of(), diagnostics);
        }
        diagnostics.addAll(NothingDeclared.check(sources));
        return read(sources, judges, diagnostics);
    }

    /**
     * Files without errors, so that an error in one file does not hide errors in others. Empty if the faulty files declare elements that
     * other files may reference.
     */
    private static Optional<List<SourceText>> readable(List<SourceText> sources) {
        List<SourceText> mistaken = sources.stream().filter(source -> hasError(source.diagnostics())).toList();
        boolean shared = mistaken.stream().anyMatch(source -> !source.file().getAreas().isEmpty()
                || !source.file().getOrganisations().isEmpty());
        return shared ? Optional.empty() : Optional.of(sources.stream().filter(source -> !mistaken.contains(source)).toList());
    }

    /**
     * Whether the application can run on the infrastructure at all: its users and locations exist there and each component fits some host
     * type. Diagnostics have no location, because the models need not come from text.
     */
    public static List<Diagnostic> checkAgainst(ApplicationModel application, Infrastructure infrastructure) {
        return StaticFeasibility.of(application, infrastructure).stream().map(StaticFeasibility.Finding::diagnostic).toList();
    }

    /**
     * Rules of the applications in a set of related files, as written, sorted by name.
     *
     * @throws RejectedInput if a text has an error
     */
    public static List<WrittenRule> rules(Map<String, String> textByFileName) {
        List<SourceText> sources = SourceText.of(textByFileName, Language.INJECTOR);
        List<Diagnostic> found = sources.stream().flatMap(source -> source.diagnostics().stream()).toList();
        if (hasError(found)) {
            throw new RejectedInput(found);
        }
        return WrittenRules.of(sources);
    }

    /** Kinds of top-level declarations in a text. The text may have errors or reference declarations in other files. */
    public static Set<Declared> declared(String text) {
        CaravanFile file = SourceText.of(Map.of("declared.caravan", text), Language.INJECTOR).get(0).file();
        Map<Declared, List<?>> found = Map.of(Declared.APPLICATION, file.getApplications(), Declared.INFRASTRUCTURE,
                file.getInfrastructures(),
                Declared.AREA, file.getAreas(), Declared.ORGANISATION, file.getOrganisations());
        return found.keySet().stream().filter(one -> !found.get(one).isEmpty())
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Declared.class)));
    }

    /**
     * Formats the text: two spaces per nesting level, otherwise as defined by {@code CaravanFormatter}. Comments stay. Formatting is
     * idempotent.
     *
     * @throws RejectedInput if the text does not follow the grammar
     */
    public static String format(String fileName, String text) {
        SourceText source = SourceText.of(Map.of(fileName, text), Language.INJECTOR).get(0);
        boolean unreadable = source.file().eResource() instanceof XtextResource read && read.getParseResult().hasSyntaxErrors();
        List<Diagnostic> syntax = source.diagnostics().stream().filter(found -> unreadable || found.code().equals(SyntaxMessages.CODE))
                .toList();
        if (!syntax.isEmpty()) {
            throw new RejectedInput(syntax);
        }
        return Layout.of(source.file(), Language.INJECTOR);
    }

    static Injector injector() {
        return Language.INJECTOR;
    }

    private static ParsedModels read(
            List<SourceText> sources, UnaryOperator<List<Infrastructure>> judges, List<Diagnostic> diagnostics) {
        Map<Object, EObject> origins = new IdentityHashMap<>();
        ApplicationReader reader = new ApplicationReader(origins);
        List<Infrastructure> infrastructures = new ArrayList<>();
        List<ApplicationModel> applications = new ArrayList<>();
        List<Organisation> organisations = new ArrayList<>();
        for (SourceText source : sources) {
            CaravanFile file = source.file();
            file.getInfrastructures().forEach(declared -> infrastructures.add(InfrastructureReader.read(declared)));
            file.getOrganisations().forEach(declared -> organisations.add(OrganisationReader.read(declared)));
            file.getApplications().forEach(declared -> applications.add(reader.read(declared)));
        }
        List<Infrastructure> all = judges.apply(infrastructures);
        for (ApplicationModel application : applications) {
            for (Infrastructure infrastructure : all) {
                StaticFeasibility.of(application, infrastructure).forEach(finding ->
                        diagnostics.add(SourceText.located(finding.diagnostic(), origins.get(finding.about()), sources)));
            }
        }
        return hasError(diagnostics)
                ? new ParsedModels(List.of(), List.of(), List.of(), diagnostics)
                : new ParsedModels(applications, infrastructures, organisations, diagnostics);
    }

    private static boolean hasError(List<Diagnostic> diagnostics) {
        return diagnostics.stream().anyMatch(diagnostic -> diagnostic.severity() == Severity.ERROR);
    }
}
