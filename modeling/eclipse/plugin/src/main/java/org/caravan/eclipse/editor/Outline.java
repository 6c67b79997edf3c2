package org.caravan.eclipse.editor;

import java.util.List;
import org.caravan.eclipse.language.Language;
import org.caravan.eclipse.language.Places;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.DocumentEvent;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IDocumentListener;
import org.eclipse.jface.text.IRegion;
import org.eclipse.jface.viewers.ITreeContentProvider;
import org.eclipse.jface.viewers.LabelProvider;
import org.eclipse.lsp4j.DocumentSymbol;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.texteditor.ITextEditor;
import org.eclipse.ui.views.contentoutline.ContentOutlinePage;

/** Outline page: tree of the declarations of a model. */
final class Outline extends ContentOutlinePage {

    /** Avoids a new tree for each key stroke. */
    private static final int PAUSE_MS = 400;

    private final ITextEditor editor;
    private final IDocument document;
    private final Runnable refresh = this::refresh;
    private final IDocumentListener edits = new IDocumentListener() {
        @Override
        public void documentAboutToBeChanged(DocumentEvent event) {}

        @Override
        public void documentChanged(DocumentEvent event) {
            getControl().getDisplay().timerExec(PAUSE_MS, refresh);
        }
    };

    Outline(ITextEditor editor) {
        this.editor = editor;
        this.document = editor.getDocumentProvider().getDocument(editor.getEditorInput());
    }

    @Override
    public void createControl(Composite parent) {
        super.createControl(parent);
        getTreeViewer().setAutoExpandLevel(2);
        getTreeViewer().setContentProvider(new Symbols());
        getTreeViewer().setLabelProvider(new Names());
        getTreeViewer().addSelectionChangedListener(event -> {
            if (event.getStructuredSelection().getFirstElement() instanceof DocumentSymbol symbol && getControl().isFocusControl()) {
                show(symbol);
            }
        });
        document.addDocumentListener(edits);
        refresh();
    }

    private void show(DocumentSymbol symbol) {
        try {
            IRegion region = Places.region(document, symbol.getSelectionRange());
            editor.selectAndReveal(region.getOffset(), region.getLength());
        } catch (BadLocationException e) {
            refresh(); // the symbol belongs to a longer text
        }
    }

    private void refresh() {
        if (getControl() == null || getControl().isDisposed()) {
            return;
        }
        Places.of(document).flatMap(name -> Language.ask("outline", server -> server.documentSymbol(new DocumentSymbolParams(name))))
                .ifPresent(symbols -> getTreeViewer()
                        .setInput(symbols.stream().filter(symbol -> symbol.isRight()).map(symbol -> symbol.getRight()).toList()));
    }

    @Override
    public void dispose() {
        document.removeDocumentListener(edits);
        super.dispose();
    }

    private static final class Symbols implements ITreeContentProvider {

        @Override
        public Object[] getElements(Object input) {
            return ((List<?>) input).toArray();
        }

        @Override
        public Object[] getChildren(Object symbol) {
            return ((DocumentSymbol) symbol).getChildren() == null ? new Object[0] : ((DocumentSymbol) symbol).getChildren().toArray();
        }

        @Override
        public Object getParent(Object symbol) {
            return null;
        }

        @Override
        public boolean hasChildren(Object symbol) {
            return getChildren(symbol).length > 0;
        }
    }

    private static final class Names extends LabelProvider {

        @Override
        public String getText(Object symbol) {
            return ((DocumentSymbol) symbol).getName();
        }
    }
}
