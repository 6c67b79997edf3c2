package org.caravan.eclipse.editor;

import java.util.ArrayList;
import java.util.List;
import org.caravan.eclipse.language.Edits;
import org.caravan.eclipse.language.Language;
import org.caravan.eclipse.language.Places;
import org.caravan.eclipse.language.ProblemMarkers;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IMarker;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.lsp4j.CodeAction;
import org.eclipse.lsp4j.CodeActionContext;
import org.eclipse.lsp4j.CodeActionParams;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.ui.IMarkerResolution;
import org.eclipse.ui.IMarkerResolutionGenerator2;

/** Quick fixes with the replacements that rules provide for their markers. Public because the workbench instantiates it. */
public final class QuickFixes implements IMarkerResolutionGenerator2 {

    @Override
    public boolean hasResolutions(IMarker marker) {
        return getResolutions(marker).length > 0;
    }

    @Override
    public IMarkerResolution[] getResolutions(IMarker marker) {
        if (!(marker.getResource() instanceof IFile file) || file.getLocationURI() == null) {
            return new IMarkerResolution[0];
        }
        String uri = Places.uri(file.getLocationURI());
        List<IMarkerResolution> replacements = new ArrayList<>();
        for (Diagnostic diagnostic : Language.problems().of(uri)) {
            if (same(diagnostic, marker)) {
                actions(uri, diagnostic).forEach(action -> replacements.add(new Replacement(action)));
            }
        }
        return replacements.toArray(IMarkerResolution[]::new);
    }

    private static boolean same(Diagnostic diagnostic, IMarker marker) {
        return diagnostic.getRange().getStart().getLine() + 1 == marker.getAttribute(IMarker.LINE_NUMBER, -1)
                && ProblemMarkers.code(diagnostic).equals(marker.getAttribute(ProblemMarkers.CODE, ""));
    }

    private static List<CodeAction> actions(String uri, Diagnostic diagnostic) {
        CodeActionParams about = new CodeActionParams(new TextDocumentIdentifier(uri), diagnostic.getRange(),
                new CodeActionContext(List.of(diagnostic)));
        return Language.ask("replacements", server -> server.codeAction(about)).orElse(List.of()).stream()
                .filter(action -> action.isRight()).map(action -> action.getRight()).toList();
    }

    private record Replacement(CodeAction action) implements IMarkerResolution {

        @Override
        public String getLabel() {
            return action.getTitle();
        }

        @Override
        public void run(IMarker marker) {
            try {
                Edits.apply(action.getEdit());
            } catch (CoreException | BadLocationException e) {
                ILog.get().error("Not done: " + action.getTitle(), e);
            }
        }
    }
}
