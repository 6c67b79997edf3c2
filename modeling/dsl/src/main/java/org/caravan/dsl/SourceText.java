package org.caravan.dsl;

import com.google.inject.Injector;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Location;
import org.caravan.dsl.caravan.CaravanFactory;
import org.caravan.dsl.caravan.CaravanFile;
import org.caravan.dsl.profile.FilesBeside;
import org.caravan.dsl.reader.Nesting;
import org.caravan.dsl.syntax.RootCauses;
import org.caravan.dsl.syntax.SyntaxMessages;
import org.caravan.dsl.syntax.VerifiedProposals;
import org.caravan.dsl.wording.Suggestion;
import org.eclipse.emf.common.util.URI;
import org.eclipse.emf.ecore.EObject;
import org.eclipse.xtext.nodemodel.util.NodeModelUtils;
import org.eclipse.xtext.resource.ILocationInFileProvider;
import org.eclipse.xtext.resource.XtextResource;
import org.eclipse.xtext.resource.XtextResourceFactory;
import org.eclipse.xtext.resource.XtextResourceSet;
import org.eclipse.xtext.util.CancelIndicator;
import org.eclipse.xtext.util.ITextRegion;
import org.eclipse.xtext.util.LineAndColumn;
import org.eclipse.xtext.validation.CheckMode;
import org.eclipse.xtext.validation.IResourceValidator;
import org.eclipse.xtext.validation.Issue;

/** A parsed file with the diagnostics of its content. */
record SourceText(String fileName, CaravanFile file, List<Diagnostic> diagnostics, ILocationInFileProvider places) {

    /** Parses related files together, so that references across files resolve. */
    static List<SourceText> of(Map<String, String> textByFileName, Injector injector) {
        XtextResourceSet set = injector.getInstance(XtextResourceSet.class);
        Map<String, XtextResource> loaded = new LinkedHashMap<>();
        Map<String, Diagnostic> unread = new HashMap<>();
        Map<URI, String> nameByModel = new HashMap<>();
        textByFileName.forEach((fileName, text) -> {
            if (FilesBeside.is(fileName)) {
                return;
            }
            Nesting.tooDeep(fileName, text).ifPresent(diagnostic -> unread.put(fileName, diagnostic));
            loaded.put(fileName, load(unread.containsKey(fileName) ? "" : text, set, injector));
            nameByModel.put(loaded.get(fileName).getURI(), fileName);
        });
        FilesBeside.give(set, nameByModel, textByFileName);
        return loaded.entrySet().stream().map(entry -> unread.containsKey(entry.getKey())
                ? new SourceText(entry.getKey(), CaravanFactory.eINSTANCE.createCaravanFile(), List.of(unread.get(entry.getKey())), null)
                : of(entry.getKey(), entry.getValue(), injector)).toList();
    }

    private static SourceText of(String fileName, XtextResource resource, Injector injector) {
        List<Issue> issues = injector.getInstance(IResourceValidator.class)
                .validate(resource, CheckMode.ALL, CancelIndicator.NullImpl);
        List<Diagnostic> diagnostics = RootCauses.of(issues).stream()
                .map(issue -> diagnostic(fileName, issue))
                .distinct()
                .toList();
        CaravanFile file = resource.getContents().isEmpty()
                ? CaravanFactory.eINSTANCE.createCaravanFile()
                : (CaravanFile) resource.getContents().get(0);
        return new SourceText(fileName, file, diagnostics, injector.getInstance(ILocationInFileProvider.class));
    }

    /** Adds to the diagnostic the location of the element it concerns. */
    static Diagnostic located(Diagnostic diagnostic, EObject about, List<SourceText> sources) {
        Optional<Location> location = sources.stream()
                .filter(source -> source.file().eResource() == about.eResource())
                .map(source -> source.location(about))
                .findFirst();
        return new Diagnostic(
                diagnostic.severity(), diagnostic.code(), diagnostic.message(), diagnostic.suggestion(), location);
    }

    Location location(EObject about) {
        ITextRegion region = places.getSignificantTextRegion(about);
        LineAndColumn start = NodeModelUtils.getLineAndColumn(NodeModelUtils.getNode(about), region.getOffset());
        return new Location(fileName, start.getLine(), start.getColumn(), region.getLength());
    }

    private static XtextResource load(String text, XtextResourceSet set, Injector injector) {
        // The file name may be any text, but the resource needs a valid URI.
        URI uri = URI.createURI("text-" + set.getResources().size() + ".caravan");
        XtextResource resource = (XtextResource) injector.getInstance(XtextResourceFactory.class).createResource(uri);
        set.getResources().add(resource);
        try {
            resource.reparse(text);
        } catch (IOException e) {
            throw new UncheckedIOException("reading text from memory failed", e);
        }
        return resource;
    }

    private static Diagnostic diagnostic(String fileName, Issue issue) {
        return new Diagnostic(
                issue.getSeverity() == org.eclipse.xtext.diagnostics.Severity.ERROR
                        ? Diagnostic.Severity.ERROR
                        : Diagnostic.Severity.WARNING,
                issue.isSyntaxError() && !VerifiedProposals.NAME.equals(issue.getCode()) ? SyntaxMessages.CODE : issue.getCode(),
                issue.getMessage(),
                Suggestion.text(issue.getData()),
                Optional.of(new Location(fileName, issue.getLineNumber(), issue.getColumn(), issue.getLength())));
    }
}
