package org.caravan.eclipse.language;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.core.filebuffers.FileBuffers;
import org.eclipse.core.filebuffers.ITextFileBuffer;
import org.eclipse.core.filebuffers.ITextFileBufferManager;
import org.eclipse.core.filebuffers.LocationKind;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.lsp4j.TextEdit;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.eclipse.text.edits.MultiTextEdit;
import org.eclipse.text.edits.ReplaceEdit;

/** Applies edits of the language server, as one undo step per document. */
public final class Edits {

    private Edits() {}

    /** Files that are not open are saved; open files stay unsaved, so that the author can review them. */
    public static void apply(WorkspaceEdit edit) throws CoreException, BadLocationException {
        for (Map.Entry<String, List<TextEdit>> changed : byFile(edit).entrySet()) {
            IFile file = Places.file(changed.getKey()).orElse(null);
            if (file != null) {
                apply(file, changed.getValue());
            }
        }
    }

    static Map<String, List<TextEdit>> byFile(WorkspaceEdit edit) {
        Map<String, List<TextEdit>> edits = new TreeMap<>();
        if (edit.getChanges() != null) {
            edit.getChanges().forEach((uri, changes) -> edits.computeIfAbsent(uri, none -> new ArrayList<>()).addAll(changes));
        }
        if (edit.getDocumentChanges() != null) {
            edit.getDocumentChanges().stream().filter(change -> change.isLeft()).map(change -> change.getLeft()).forEach(change ->
                    change.getEdits().forEach(one -> edits.computeIfAbsent(change.getTextDocument().getUri(), none -> new ArrayList<>())
                            .add(one.getLeft())));
        }
        return edits;
    }

    private static void apply(IFile file, List<TextEdit> edits) throws CoreException, BadLocationException {
        ITextFileBufferManager buffers = FileBuffers.getTextFileBufferManager();
        boolean open = buffers.getTextFileBuffer(file.getFullPath(), LocationKind.IFILE) != null;
        buffers.connect(file.getFullPath(), LocationKind.IFILE, null);
        try {
            ITextFileBuffer buffer = buffers.getTextFileBuffer(file.getFullPath(), LocationKind.IFILE);
            apply(buffer.getDocument(), edits);
            if (!open) {
                buffer.commit(null, false);
            }
        } finally {
            buffers.disconnect(file.getFullPath(), LocationKind.IFILE, null);
        }
    }

    public static void apply(IDocument document, List<? extends TextEdit> edits) throws BadLocationException {
        MultiTextEdit all = new MultiTextEdit();
        // In a renaming, the server reports the declaration twice; duplicate edits count once.
        for (TextEdit edit : edits.stream().distinct().sorted(Comparator.comparing((TextEdit one) -> one.getRange().getStart().getLine())
                .thenComparing(one -> one.getRange().getStart().getCharacter())).toList()) {
            int begin = Places.offset(document, edit.getRange().getStart());
            all.addChild(new ReplaceEdit(begin, Places.offset(document, edit.getRange().getEnd()) - begin, edit.getNewText()));
        }
        all.apply(document);
    }
}
