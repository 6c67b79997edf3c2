package org.caravan.eclipse.editor;

import java.util.List;
import org.caravan.eclipse.language.Edits;
import org.caravan.eclipse.language.Language;
import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.lsp4j.DocumentFormattingParams;
import org.eclipse.lsp4j.FormattingOptions;

/** Formats the model. Public because the workbench instantiates it. */
public final class Format extends AbstractHandler {

    private static final int INDENT = 2;

    @Override
    public Object execute(ExecutionEvent event) throws ExecutionException {
        Cursor cursor = Cursor.of(event).orElse(null);
        if (cursor == null) {
            return null;
        }
        DocumentFormattingParams all = new DocumentFormattingParams(cursor.name(), new FormattingOptions(INDENT, true));
        try {
            Edits.apply(cursor.document(), Language.ask("layout", server -> server.formatting(all)).orElse(List.of()));
        } catch (BadLocationException e) {
            throw new ExecutionException("The text changed while it was formatted.", e);
        }
        return null;
    }
}
