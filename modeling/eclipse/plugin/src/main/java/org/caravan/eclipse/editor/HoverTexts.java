package org.caravan.eclipse.editor;

import java.util.Optional;
import org.caravan.eclipse.language.Language;
import org.caravan.eclipse.language.Places;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IRegion;
import org.eclipse.jface.text.ITextHover;
import org.eclipse.jface.text.ITextViewer;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.HoverParams;

/** Hover texts: meaning and units of a keyword, declaration of a name. Public because the workbench instantiates it. */
public final class HoverTexts implements ITextHover {

    @Override
    public String getHoverInfo(ITextViewer viewer, IRegion region) {
        IDocument document = viewer.getDocument();
        return Places.of(document).flatMap(name -> {
            try {
                HoverParams pointer = new HoverParams(name, Places.position(document, region.getOffset()));
                return Language.ask("meaning", server -> server.hover(pointer));
            } catch (BadLocationException e) {
                return Optional.empty();
            }
        }).map(HoverTexts::plain).orElse(null);
    }

    /** The hover of the workbench shows plain text, but the server sends Markdown. */
    private static String plain(Hover hover) {
        return hover.getContents().isRight() ? hover.getContents().getRight().getValue().replace("**", "").replaceAll("(?m)^```.*\n?", "")
                : null;
    }

    @Override
    public IRegion getHoverRegion(ITextViewer viewer, int offset) {
        try {
            return Places.word(viewer.getDocument(), offset);
        } catch (BadLocationException e) {
            return null;
        }
    }
}
