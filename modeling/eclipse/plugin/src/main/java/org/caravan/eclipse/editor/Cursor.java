package org.caravan.eclipse.editor;

import java.util.Optional;
import org.caravan.eclipse.language.Places;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.ITextSelection;
import org.eclipse.lsp4j.Position;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.ui.handlers.HandlerUtil;
import org.eclipse.ui.texteditor.ITextEditor;

/** Model and offset at which a command is invoked. */
record Cursor(IDocument document, TextDocumentIdentifier name, int offset) {

    /** Empty if the active editor does not show a model. */
    static Optional<Cursor> of(ExecutionEvent event) {
        if (!(HandlerUtil.getActiveEditor(event) instanceof ITextEditor editor)
                || !(editor.getSelectionProvider().getSelection() instanceof ITextSelection selection)) {
            return Optional.empty();
        }
        IDocument document = editor.getDocumentProvider().getDocument(editor.getEditorInput());
        return Places.of(document).map(name -> new Cursor(document, name, selection.getOffset()));
    }

    Position position() throws BadLocationException {
        return Places.position(document, offset);
    }

    String word() throws BadLocationException {
        return document.get(Places.word(document, offset).getOffset(), Places.word(document, offset).getLength());
    }
}
