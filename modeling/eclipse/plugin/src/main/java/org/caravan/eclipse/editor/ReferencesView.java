package org.caravan.eclipse.editor;

import java.util.List;
import org.caravan.eclipse.language.Places;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IRegion;
import org.eclipse.jface.viewers.ArrayContentProvider;
import org.eclipse.jface.viewers.LabelProvider;
import org.eclipse.jface.viewers.TableViewer;
import org.eclipse.lsp4j.Location;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.part.ViewPart;

/**
 * View of the references of a name: file, line and text; a double click opens a reference. Public because the workbench instantiates it.
 */
public final class ReferencesView extends ViewPart {

    static final String ID = "org.caravan.eclipse.references";

    private TableViewer table;

    @Override
    public void createPartControl(Composite parent) {
        table = new TableViewer(parent, SWT.V_SCROLL | SWT.H_SCROLL | SWT.FULL_SELECTION);
        table.setContentProvider(ArrayContentProvider.getInstance());
        table.setLabelProvider(new LabelProvider() {
            @Override
            public String getText(Object place) {
                return line((Location) place);
            }
        });
        table.addDoubleClickListener(event -> Declarations.open((Location) table.getStructuredSelection().getFirstElement()));
    }

    void show(String name, List<Location> places) {
        setContentDescription(places.isEmpty() ? "Nothing names " + name + "." : name + " is named at " + places.size()
                + (places.size() == 1 ? " place" : " places"));
        table.setInput(places);
    }

    private static String line(Location place) {
        IFile file = Places.file(place.getUri()).orElse(null);
        if (file == null) {
            return place.getUri();
        }
        int line = place.getRange().getStart().getLine();
        try {
            IDocument document = Places.document(file);
            IRegion region = document.getLineInformation(line);
            return file.getName() + ":" + (line + 1) + "  " + document.get(region.getOffset(), region.getLength()).strip();
        } catch (CoreException | BadLocationException e) {
            return file.getName() + ":" + (line + 1);
        }
    }

    @Override
    public void setFocus() {
        table.getControl().setFocus();
    }
}
