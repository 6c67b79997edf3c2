package org.caravan.eclipse.editor;

import java.util.List;
import org.caravan.eclipse.language.Language;
import org.caravan.eclipse.language.Places;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IRegion;
import org.eclipse.jface.text.ITextViewer;
import org.eclipse.jface.text.hyperlink.AbstractHyperlinkDetector;
import org.eclipse.jface.text.hyperlink.IHyperlink;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.ide.IDE;
import org.eclipse.ui.texteditor.ITextEditor;

/** Links a name to its declaration: F3, or a click with Ctrl. Public because the workbench instantiates it. */
public final class Declarations extends AbstractHyperlinkDetector {

    @Override
    public IHyperlink[] detectHyperlinks(ITextViewer viewer, IRegion region, boolean several) {
        IDocument document = viewer.getDocument();
        try {
            IRegion word = Places.word(document, region.getOffset());
            return Places.of(document).flatMap(name -> declaration(document, name, region.getOffset()).stream().findFirst())
                    .map(found -> new IHyperlink[] {new ToDeclaration(word, found)}).orElse(null);
        } catch (BadLocationException e) {
            return null;
        }
    }

    static List<? extends Location> declaration(IDocument document, TextDocumentIdentifier name, int offset) {
        try {
            DefinitionParams place = new DefinitionParams(name, Places.position(document, offset));
            return Language.ask("declaration", server -> server.definition(place))
                    .map(answer -> answer.isLeft() ? answer.getLeft() : List.<Location>of())
                    .orElse(List.of());
        } catch (BadLocationException e) {
            return List.of();
        }
    }

    /** Opens the file of the location and selects its range. */
    static void open(Location place) {
        IFile file = Places.file(place.getUri()).orElse(null);
        if (file == null) {
            return;
        }
        try {
            if (IDE.openEditor(PlatformUI.getWorkbench().getActiveWorkbenchWindow().getActivePage(), file) instanceof ITextEditor editor) {
                IRegion region = Places.region(Places.document(file), place.getRange());
                editor.selectAndReveal(region.getOffset(), region.getLength());
            }
        } catch (CoreException | BadLocationException e) {
            ILog.get().warn(file.getFullPath() + " cannot be shown", e);
        }
    }

    private record ToDeclaration(IRegion region, Location declared) implements IHyperlink {

        @Override
        public IRegion getHyperlinkRegion() {
            return region;
        }

        @Override
        public String getTypeLabel() {
            return null;
        }

        @Override
        public String getHyperlinkText() {
            return "Open declaration";
        }

        @Override
        public void open() {
            Declarations.open(declared);
        }
    }
}
