package org.caravan.eclipse.editor;

import java.util.function.Consumer;
import org.eclipse.jface.text.DocumentEvent;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IDocumentListener;
import org.eclipse.swt.widgets.Display;

/** Runs an action on a document immediately and after each pause in editing. Use only on the UI thread. */
final class Following implements IDocumentListener {

    /** Avoids a run for each key stroke. */
    private static final int PAUSE_MS = 400;

    private final Consumer<IDocument> work;
    private final Runnable again = this::work;
    private IDocument document;
    private Display display;

    Following(Consumer<IDocument> work) {
        this.work = work;
    }

    /** Replaces the document that was followed before. */
    void follow(IDocument next, Display screen) {
        if (next == document) {
            return;
        }
        end();
        document = next;
        display = screen;
        document.addDocumentListener(this);
        work();
    }

    private void work() {
        if (document != null) {
            work.accept(document);
        }
    }

    void end() {
        if (document != null) {
            document.removeDocumentListener(this);
            document = null;
        }
    }

    @Override
    public void documentAboutToBeChanged(DocumentEvent event) {}

    @Override
    public void documentChanged(DocumentEvent event) {
        if (!display.isDisposed()) {
            display.timerExec(PAUSE_MS, again);
        }
    }
}
