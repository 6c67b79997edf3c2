package org.caravan.eclipse.language;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.core.filebuffers.IDocumentSetupParticipant;
import org.eclipse.core.filebuffers.IDocumentSetupParticipantExtension;
import org.eclipse.core.filebuffers.FileBuffers;
import org.eclipse.core.filebuffers.IFileBuffer;
import org.eclipse.core.filebuffers.LocationKind;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.IPath;
import org.eclipse.jface.text.DocumentEvent;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IDocumentListener;
import org.eclipse.lsp4j.DidChangeTextDocumentParams;
import org.eclipse.lsp4j.DidCloseTextDocumentParams;
import org.eclipse.lsp4j.DidOpenTextDocumentParams;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.TextDocumentItem;
import org.eclipse.lsp4j.VersionedTextDocumentIdentifier;

/** Synchronises the language server's text of a model with the open editor. Public because the workbench instantiates it. */
public final class OpenDocuments implements IDocumentSetupParticipant, IDocumentSetupParticipantExtension {

    /** Version of each open document that the server has. */
    private static final Map<String, Integer> VERSIONS = new ConcurrentHashMap<>();

    static {
        FileBuffers.getTextFileBufferManager().addFileBufferListener(new BufferEnd(OpenDocuments::closed));
    }

    @Override
    public void setup(IDocument document) {
        // Without a file there is no project; the other method handles files.
    }

    @Override
    public void setup(IDocument document, IPath location, LocationKind kind) {
        if (kind != LocationKind.IFILE) {
            return;
        }
        IFile file = ResourcesPlugin.getWorkspace().getRoot().getFile(location);
        if (file.getLocationURI() != null) {
            opened(document, Places.uri(file.getLocationURI()));
        }
    }

    private static void opened(IDocument document, String uri) {
        VERSIONS.put(uri, 1);
        Language.get().server().didOpen(new DidOpenTextDocumentParams(new TextDocumentItem(uri, "caravan", 1, document.get())));
        document.addDocumentListener(new IDocumentListener() {
            @Override
            public void documentAboutToBeChanged(DocumentEvent event) {}

            @Override
            public void documentChanged(DocumentEvent event) {
                changed(document, uri);
            }
        });
    }

    private static void changed(IDocument document, String uri) {
        Integer version = VERSIONS.computeIfPresent(uri, (known, number) -> number + 1);
        if (version != null) {
            Language.get().server().didChange(new DidChangeTextDocumentParams(new VersionedTextDocumentIdentifier(uri, version),
                    List.of(new TextDocumentContentChangeEvent(document.get()))));
        }
    }

    private static void closed(IFileBuffer buffer) {
        if (buffer.getFileStore() == null) {
            return;
        }
        String uri = Places.uri(buffer.getFileStore().toURI());
        if (VERSIONS.remove(uri) != null) {
            Language.get().server().didClose(new DidCloseTextDocumentParams(new TextDocumentIdentifier(uri)));
        }
    }
}
