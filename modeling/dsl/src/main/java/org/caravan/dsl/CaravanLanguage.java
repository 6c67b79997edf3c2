package org.caravan.dsl;

import com.google.inject.Injector;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Severity;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.dsl.caravan.CaravanFile;
import org.caravan.dsl.feasibility.StaticFeasibility;
import org.caravan.dsl.syntax.SyntaxMessages;
import org.caravan.infrastructure.Infrastructure;
import org.eclipse.emf.common.util.URI;
import org.eclipse.xtext.formatting2.FormatterPreferenceKeys;
import org.eclipse.xtext.formatting2.FormatterRequest;
import org.eclipse.xtext.formatting2.IFormatter2;
import org.eclipse.xtext.formatting2.regionaccess.ITextRegionAccess;
import org.eclipse.xtext.formatting2.regionaccess.TextRegionAccessBuilder;
import org.eclipse.xtext.preferences.MapBasedPreferenceValues;
import org.eclipse.xtext.resource.IResourceServiceProvider;
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

    private static final LongAdder PARSES = new LongAdder();

    private CaravanLanguage() {}

    /** How many sets of texts were parsed as models since the start of this program. */
    public static long parses() {
        return PARSES.sum();
    }

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
        return texts(textByFileName).against(known);
    }

    /**
     * Validates files on their own, as {@link #parse(Map)}. Applications are checked against the infrastructures in the files.
     *
     * @param inForce infrastructures used for the check if the files declare none
     */
    public static ParsedModels validate(Map<String, String> textByFileName, Collection<Infrastructure> inForce) {
        return texts(textByFileName).validated(inForce);
    }

    /** Parses as {@link #parse(Map)}, for a caller that checks the same texts more than once. */
    public static ParsedTexts texts(Map<String, String> textByFileName) {
        PARSES.increment();
        return ParsedTexts.of(textByFileName, Language.INJECTOR);
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

    private static boolean hasError(List<Diagnostic> diagnostics) {
        return diagnostics.stream().anyMatch(diagnostic -> diagnostic.severity() == Severity.ERROR);
    }

    /** Registers the language in EMF's registry. The registry is global to the JVM, and the last registration wins. */
    static final class Registration {

        private static final URI MODEL = URI.createURI("any.caravan");

        private Registration() {}

        /**
         * Keeps a registration made by a language server, because it includes the services that editors need. With this registration
         * instead, texts would have no proposals and no renaming.
         */
        static Injector once() {
            IResourceServiceProvider known = IResourceServiceProvider.Registry.INSTANCE.getResourceServiceProvider(MODEL);
            return known != null ? known.get(Injector.class) : new CaravanStandaloneSetup().createInjectorAndDoEMFRegistration();
        }
    }

    /** Formats a parsed file. */
    static final class Layout {

        private static final Map<String, String> PREFERENCES = Map.of(
                FormatterPreferenceKeys.indentation.getId(), "  ",
                FormatterPreferenceKeys.lineSeparator.getId(), "\n",
                FormatterPreferenceKeys.maxLineWidth.getId(), "1000");

        private Layout() {}

        static String of(CaravanFile file, Injector injector) {
            ITextRegionAccess regions = injector.getInstance(TextRegionAccessBuilder.class)
                    .forNodeModel((XtextResource) file.eResource()).create();
            FormatterRequest request = injector.getInstance(FormatterRequest.class)
                    .setTextRegionAccess(regions)
                    .setPreferences(new MapBasedPreferenceValues(PREFERENCES));
            return regions.getRewriter().renderToString(injector.getInstance(IFormatter2.class).format(request));
        }
    }
}
