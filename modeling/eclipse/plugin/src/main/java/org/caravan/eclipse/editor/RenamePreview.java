package org.caravan.eclipse.editor;

import java.util.List;
import org.caravan.eclipse.language.Change;
import org.eclipse.jface.dialogs.IDialogConstants;
import org.eclipse.jface.dialogs.TitleAreaDialog;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableColumn;
import org.eclipse.swt.widgets.TableItem;

/**
 * Preview of all lines that a renaming changes. Single changes cannot be excluded, because the model would then reference names that do not
 * exist.
 */
final class RenamePreview extends TitleAreaDialog {

    private static final String[] COLUMNS = {"Where", "Now", "Then"};
    private static final int[] WIDTHS = {160, 330, 330};
    private static final int HEIGHT = 260;

    private final String before;
    private final String after;
    private final List<Change> changes;

    RenamePreview(Shell shell, String before, String after, List<Change> changes) {
        super(shell);
        this.before = before;
        this.after = after;
        this.changes = changes;
        setShellStyle(getShellStyle() | SWT.RESIZE);
        setHelpAvailable(false);
    }

    @Override
    protected void configureShell(Shell shell) {
        super.configureShell(shell);
        shell.setText("Changes of a renaming");
    }

    @Override
    protected Control createDialogArea(Composite parent) {
        long files = changes.stream().map(Change::file).distinct().count();
        setTitle(before + " becomes " + after);
        setMessage(count(changes.size(), "line") + " in " + count(files, "file") + ". Nothing is changed yet.");
        Table table = new Table((Composite) super.createDialogArea(parent), SWT.BORDER | SWT.FULL_SELECTION | SWT.V_SCROLL | SWT.H_SCROLL);
        table.setHeaderVisible(true);
        for (int i = 0; i < COLUMNS.length; i++) {
            TableColumn column = new TableColumn(table, SWT.LEFT);
            column.setText(COLUMNS[i]);
            column.setWidth(WIDTHS[i]);
        }
        for (Change change : changes) {
            new TableItem(table, SWT.NONE).setText(new String[] {change.file().getName() + ":" + change.line(), change.before(),
                    change.after()});
        }
        GridData room = new GridData(SWT.FILL, SWT.FILL, true, true);
        room.heightHint = HEIGHT;
        table.setLayoutData(room);
        return table;
    }

    private static String count(long number, String of) {
        return number + " " + of + (number == 1 ? "" : "s");
    }

    @Override
    protected void createButtonsForButtonBar(Composite parent) {
        createButton(parent, IDialogConstants.OK_ID, "Rename", true);
        createButton(parent, IDialogConstants.CANCEL_ID, IDialogConstants.CANCEL_LABEL, false);
    }
}
