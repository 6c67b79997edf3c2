package org.caravan.eclipse.editor;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.caravan.dsl.ide.Drawing;
import org.caravan.eclipse.language.Language;
import org.caravan.eclipse.language.Places;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.jface.text.IDocument;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.swt.SWT;
import org.eclipse.swt.SWTException;
import org.eclipse.swt.custom.ScrolledComposite;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Label;
import org.eclipse.ui.IEditorPart;
import org.eclipse.ui.IPartListener;
import org.eclipse.ui.IWorkbenchPart;
import org.eclipse.ui.part.ViewPart;
import org.eclipse.ui.texteditor.ITextEditor;

/** View that draws the application of the active editor and follows edits. Public because the workbench instantiates it. */
public final class PictureView extends ViewPart {

    /** Key of the image's data: the displayed SVG document. */
    public static final String SVG = "svg";

    private final Following text = new Following(this::draw);
    private final IPartListener parts = new ActiveEditor(this::follow);
    private ScrolledComposite room;
    private Label image;

    @Override
    public void createPartControl(Composite parent) {
        room = new ScrolledComposite(parent, SWT.H_SCROLL | SWT.V_SCROLL);
        image = new Label(room, SWT.NONE);
        image.setBackground(parent.getDisplay().getSystemColor(SWT.COLOR_WHITE));
        room.setBackground(image.getBackground());
        room.setContent(image);
        getSite().getPage().addPartListener(parts);
        IEditorPart active = getSite().getPage().getActiveEditor();
        if (active != null) {
            follow(active);
        }
    }

    private void follow(IWorkbenchPart part) {
        if (part instanceof ITextEditor editor && editor.getDocumentProvider() != null) {
            IDocument document = editor.getDocumentProvider().getDocument(editor.getEditorInput());
            if (document != null && Places.of(document).isPresent()) {
                text.follow(document, room.getDisplay());
            }
        }
    }

    /** Runs in the background, because the language server may be slow. */
    private void draw(IDocument document) {
        TextDocumentIdentifier name = Places.of(document).orElse(null);
        if (name != null) {
            Job.createSystem("Caravan picture", monitor -> {
                Drawing drawing = Language.picture(name).orElse(null);
                if (drawing != null && !room.isDisposed()) {
                    room.getDisplay().asyncExec(() -> show(drawing));
                }
            }).schedule();
        }
    }

    /** Keeps the last picture if the current text cannot be drawn. */
    private void show(Drawing drawing) {
        if (room.isDisposed()) {
            return;
        }
        setContentDescription(Objects.requireNonNullElse(drawing.problem(), ""));
        if (drawing.svg() != null && !drawing.svg().equals(image.getData(SVG))) {
            try {
                Image before = image.getImage();
                image.setImage(new Image(room.getDisplay(), new ByteArrayInputStream(drawing.svg().getBytes(StandardCharsets.UTF_8))));
                image.setData(SVG, drawing.svg());
                image.setSize(image.computeSize(SWT.DEFAULT, SWT.DEFAULT));
                if (before != null) {
                    before.dispose();
                }
            } catch (SWTException e) {
                setContentDescription("This Eclipse does not draw SVG. Maybe use one of 2025-12, or ./caravan picture.");
            }
        }
    }

    @Override
    public void setFocus() {
        room.setFocus();
    }

    @Override
    public void dispose() {
        text.end();
        getSite().getPage().removePartListener(parts);
        if (image.getImage() != null) {
            image.getImage().dispose();
        }
        super.dispose();
    }
}
