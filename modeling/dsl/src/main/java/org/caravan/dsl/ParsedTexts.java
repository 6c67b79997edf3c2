package org.caravan.dsl;

import com.google.inject.Injector;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.application.ApplicationModel;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.diagnostic.Diagnostic.Severity;
import org.caravan.dsl.caravan.CaravanFile;
import org.caravan.dsl.feasibility.StaticFeasibility;
import org.caravan.dsl.reader.ApplicationReader;
import org.caravan.dsl.reader.InfrastructureReader;
import org.caravan.dsl.reader.OrganisationReader;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.organisation.Organisation;
import org.eclipse.emf.ecore.EObject;

/**
 * Related texts, parsed once, to be checked against infrastructures as often as needed. Made by {@link CaravanLanguage#texts}.
 * Thread-safe. Keeps the syntax trees, which take more memory than the texts.
 */
public final class ParsedTexts {

    private final List<SourceText> sources;
    /** What was found without regard to infrastructures that are not among the texts. */
    private final List<Diagnostic> found;
    /** Empty if the texts have errors. */
    private final Optional<Content> content;

    /** @param origins the part of a text from which a part of a model was read */
    private record Content(List<ApplicationModel> applications, List<Infrastructure> infrastructures, List<Organisation> organisations,
            Map<Object, EObject> origins) {}

    private ParsedTexts(List<SourceText> sources, List<Diagnostic> found, Optional<Content> content) {
        this.sources = sources;
        this.found = List.copyOf(found);
        this.content = content;
    }

    static ParsedTexts of(Map<String, String> textByFileName, Injector injector) {
        List<SourceText> sources = SourceText.of(textByFileName, injector);
        List<Diagnostic> diagnostics = new ArrayList<>();
        sources.forEach(source -> diagnostics.addAll(source.diagnostics()));
        List<Diagnostic> twice = NamesAcrossFiles.check(sources);
        diagnostics.addAll(twice);
        if (hasError(diagnostics)) {
            if (twice.isEmpty()) {
                readable(sources).ifPresent(rest -> {
                    Content content = read(rest);
                    diagnostics.addAll(infeasible(content, content.infrastructures(), rest));
                });
            }
            return new ParsedTexts(sources, diagnostics, Optional.empty());
        }
        diagnostics.addAll(NothingDeclared.check(sources));
        return new ParsedTexts(sources, diagnostics, Optional.of(read(sources)));
    }

    /**
     * The models, with each application checked against these infrastructures and against those in the texts.
     *
     * @param known infrastructures beside those in the texts
     */
    public ParsedModels against(Collection<Infrastructure> known) {
        return checked(content.stream().flatMap(read -> Stream.concat(known.stream(), read.infrastructures().stream())).toList());
    }

    /**
     * The models, with each application checked against the infrastructures in the texts.
     *
     * @param inForce infrastructures used for the check if the texts declare none
     */
    public ParsedModels validated(Collection<Infrastructure> inForce) {
        return checked(content.map(Content::infrastructures).filter(given -> !given.isEmpty()).orElse(List.copyOf(inForce)));
    }

    private synchronized ParsedModels checked(List<Infrastructure> infrastructures) {
        if (content.isEmpty()) {
            return new ParsedModels(List.of(), List.of(), List.of(), found);
        }
        List<Diagnostic> all = new ArrayList<>(found);
        all.addAll(infeasible(content.get(), infrastructures, sources));
        return hasError(all) ? new ParsedModels(List.of(), List.of(), List.of(), all)
                : new ParsedModels(content.get().applications(), content.get().infrastructures(), content.get().organisations(), all);
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

    private static Content read(List<SourceText> sources) {
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
        return new Content(applications, infrastructures, organisations, origins);
    }

    private static List<Diagnostic> infeasible(Content content, List<Infrastructure> infrastructures, List<SourceText> sources) {
        return content.applications().stream().flatMap(application -> infrastructures.stream()
                .flatMap(infrastructure -> StaticFeasibility.of(application, infrastructure).stream()))
                .map(finding -> SourceText.located(finding.diagnostic(), content.origins().get(finding.about()), sources)).toList();
    }

    private static boolean hasError(List<Diagnostic> diagnostics) {
        return diagnostics.stream().anyMatch(diagnostic -> diagnostic.severity() == Severity.ERROR);
    }

    /** Warns about files that are valid only because they are empty or declare nothing useful. */
    static final class NothingDeclared {

        private NothingDeclared() {}

        static List<Diagnostic> check(List<SourceText> sources) {
            if (sources.isEmpty()) {
                return List.of(warning("no-application", "No model is among the files.", "name one that ends with .caravan.",
                        Optional.empty()));
            }
            List<Diagnostic> found = new ArrayList<>();
            for (SourceText source : sources) {
                if (source.file().eContents().isEmpty()) {
                    found.add(warning("nothing-declared", "File " + source.fileName() + " declares nothing.",
                            "save it first, or use another file.", start(source)));
                }
            }
            boolean useful = sources.stream().anyMatch(source -> !source.file().getApplications().isEmpty()
                    || !source.file().getInfrastructures().isEmpty());
            if (found.isEmpty() && !useful) {
                found.add(warning("no-application", "No application and no infrastructure is declared in "
                        + String.join(", ", sources.stream().map(SourceText::fileName).toList()) + ".",
                        "name the file of an application, too.", start(sources.get(0))));
            }
            return found;
        }

        private static Optional<Location> start(SourceText source) {
            return Optional.of(new Location(source.fileName(), 1, 1, 0));
        }

        private static Diagnostic warning(String code, String message, String suggestion, Optional<Location> location) {
            return new Diagnostic(Severity.WARNING, code, message, Optional.of(suggestion), location);
        }
    }
}
