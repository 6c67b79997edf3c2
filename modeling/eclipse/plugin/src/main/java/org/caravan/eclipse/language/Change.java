package org.caravan.eclipse.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.Document;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IRegion;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.WorkspaceEdit;

/**
 * Line that an edit changes.
 *
 * @param line line number, from 1
 * @param before old text without surrounding white space
 * @param after new text without surrounding white space
 */
public record Change(IFile file, int line, String before, String after) {

    /** Changes by file and line. */
    public static List<Change> of(WorkspaceEdit edit) throws CoreException, BadLocationException {
        List<Change> changes = new ArrayList<>();
        for (Map.Entry<String, List<TextEdit>> changed : Edits.byFile(edit).entrySet()) {
            IFile file = Places.file(changed.getKey()).orElse(null);
            if (file != null) {
                IDocument before = Places.document(file);
                IDocument after = new Document(before.get());
                Edits.apply(after, changed.getValue());
                lines(file, before, after, changed.getValue()).forEach(changes::add);
            }
        }
        return changes;
    }

    /** Names contain no line breaks, so line numbers do not change. */
    private static List<Change> lines(IFile file, IDocument before, IDocument after, List<TextEdit> edits) throws BadLocationException {
        Map<Integer, Change> changes = new TreeMap<>();
        for (TextEdit edit : edits) {
            int line = edit.getRange().getStart().getLine();
            changes.put(line, new Change(file, line + 1, text(before, line), text(after, line)));
        }
        return List.copyOf(changes.values());
    }

    private static String text(IDocument document, int line) throws BadLocationException {
        IRegion region = document.getLineInformation(line);
        return document.get(region.getOffset(), region.getLength()).strip();
    }
}
