package org.caravan.eclipse.editor;

import java.util.List;
import java.util.Map;
import org.caravan.eclipse.language.Language;
import org.caravan.eclipse.language.NamedWord;
import org.caravan.eclipse.language.Places;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.BadPositionCategoryException;
import org.eclipse.jface.text.DefaultPositionUpdater;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IDocumentExtension4;
import org.eclipse.jface.text.IRegion;
import org.eclipse.jface.text.ITextPresentationListener;
import org.eclipse.jface.text.ITextViewer;
import org.eclipse.jface.text.Position;
import org.eclipse.jface.text.TextPresentation;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StyleRange;
import org.eclipse.swt.graphics.Color;

/** Colours names by the kinds that the language server reports. Colours move with the text until the server's next response. */
final class NameColours implements ITextPresentationListener {

    private static final String CATEGORY = "org.caravan.eclipse.names";

    private static final Map<String, Color> COLOURS = Map.of("class", new Color(21, 101, 192), "interface", new Color(0, 131, 143),
            "function", new Color(121, 94, 38),
            "type", new Color(173, 87, 0), "struct", new Color(69, 39, 160), "variable", new Color(0, 16, 128), "event",
                    new Color(142, 36, 170),
            "property", new Color(93, 64, 55), "enum", new Color(46, 125, 50), "enumMember", new Color(46, 125, 50));
    private static final Color OTHERS = new Color(55, 71, 79);

    private static final class Name extends Position {

        private final Color colour;

        Name(int offset, NamedWord word) {
            super(offset, word.length());
            colour = COLOURS.getOrDefault(word.kind(), OTHERS);
        }
    }

    private final ITextViewer viewer;

    NameColours(ITextViewer viewer) {
        this.viewer = viewer;
    }

    /** Requests the names of this text on a background thread. */
    void look(IDocument document) {
        long asked = ((IDocumentExtension4) document).getModificationStamp();
        Job.createSystem("Caravan names", monitor -> {
            List<NamedWord> words = Places.of(document).map(Language::names).orElse(List.of());
            if (viewer.getTextWidget() != null && !viewer.getTextWidget().isDisposed()) {
                viewer.getTextWidget().getDisplay().asyncExec(() -> take(document, asked, words));
            }
        }).schedule();
    }

    private void take(IDocument document, long asked, List<NamedWord> words) {
        if (viewer.getDocument() != document || ((IDocumentExtension4) document).getModificationStamp() != asked
                || viewer.getTextWidget().isDisposed()) {
            return; // a newer text has its own response
        }
        if (document.containsPositionCategory(CATEGORY)) {
            try {
                document.removePositionCategory(CATEGORY);
            } catch (BadPositionCategoryException e) {
                throw new IllegalStateException(e);
            }
        } else {
            document.addPositionUpdater(new DefaultPositionUpdater(CATEGORY));
        }
        document.addPositionCategory(CATEGORY);
        words.forEach(word -> add(document, word));
        viewer.invalidateTextPresentation();
    }

    private static void add(IDocument document, NamedWord word) {
        try {
            document.addPosition(CATEGORY, new Name(document.getLineOffset(word.line()) + word.character(), word));
        } catch (BadLocationException | BadPositionCategoryException e) {
            // The response is for a longer text; the names are requested again.
        }
    }

    @Override
    public void applyTextPresentation(TextPresentation presentation) {
        IDocument document = viewer.getDocument();
        IRegion shown = presentation.getExtent();
        if (document == null || !document.containsPositionCategory(CATEGORY)) {
            return;
        }
        try {
            for (Position position : document.getPositions(CATEGORY)) {
                if (position instanceof Name name && !name.isDeleted() && name.getLength() > 0
                        && name.overlapsWith(shown.getOffset(), shown.getLength())) {
                    presentation.replaceStyleRange(new StyleRange(name.getOffset(), name.getLength(), name.colour, null, SWT.NORMAL));
                }
            }
        } catch (BadPositionCategoryException e) {
            throw new IllegalStateException(e);
        }
    }
}
