package org.caravan.eclipse.editor;

import org.caravan.eclipse.language.Change;
import org.caravan.eclipse.language.Edits;
import org.caravan.eclipse.language.Language;
import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.jface.dialogs.InputDialog;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.window.Window;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.WorkspaceEdit;
import org.eclipse.ui.handlers.HandlerUtil;

/** Renames the element at the cursor in all files of the project. Public because the workbench instantiates it. */
public final class Rename extends AbstractHandler {

    /** Command parameter with the new name. Without it, the command asks for the name and shows a preview of the changes. */
    static final String NAME = "org.caravan.eclipse.rename.name";

    private static final String ACCEPTED = "[A-Za-z_][A-Za-z0-9_-]*";

    @Override
    public Object execute(ExecutionEvent event) throws ExecutionException {
        Cursor cursor = Cursor.of(event).orElse(null);
        if (cursor == null) {
            return null;
        }
        try {
            String given = event.getParameter(NAME);
            String name = given != null ? given : asked(event, cursor.word());
            if (name != null) {
                rename(event, cursor, name, given == null);
            }
        } catch (BadLocationException | CoreException e) {
            throw new ExecutionException("The name was not changed everywhere: " + e.getMessage(), e);
        }
        return null;
    }

    private static void rename(ExecutionEvent event, Cursor cursor, String name, boolean shown) throws BadLocationException, CoreException {
        RenameParams wanted = new RenameParams(cursor.name(), cursor.position(), name);
        WorkspaceEdit edit = Language.ask("renaming", server -> server.rename(wanted)).orElse(null);
        if (edit == null) {
            MessageDialog.openInformation(HandlerUtil.getActiveShell(event), "Rename",
                    "There is no name here.\nMaybe place the cursor on a name.");
        } else if (!shown || new RenamePreview(HandlerUtil.getActiveShell(event), cursor.word(), name, Change.of(edit))
                .open() == Window.OK) {
            Edits.apply(edit);
        }
    }

    private static String asked(ExecutionEvent event, String now) {
        InputDialog question = new InputDialog(HandlerUtil.getActiveShell(event), "Rename", "New name of " + now
                + ", in all files of the project:", now,
                text -> text.matches(ACCEPTED) ? null : "A name begins with a letter, then come letters, digits, _ and -.");
        return question.open() == Window.OK ? question.getValue() : null;
    }
}
