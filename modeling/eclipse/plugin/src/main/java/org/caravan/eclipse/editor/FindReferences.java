package org.caravan.eclipse.editor;

import java.util.List;
import org.caravan.eclipse.language.Language;
import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.lsp4j.Location;
import org.eclipse.lsp4j.ReferenceContext;
import org.eclipse.lsp4j.ReferenceParams;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.handlers.HandlerUtil;

/** Lists the declaration and all uses of the name at the cursor. Public because the workbench instantiates it. */
public final class FindReferences extends AbstractHandler {

    @Override
    public Object execute(ExecutionEvent event) throws ExecutionException {
        Cursor cursor = Cursor.of(event).orElse(null);
        if (cursor == null) {
            return null;
        }
        try {
            ReferenceParams all = new ReferenceParams(cursor.name(), cursor.position(), new ReferenceContext(true));
            List<Location> places = Language.ask("references", server -> server.references(all)).map(List::<Location>copyOf)
                    .orElse(List.of());
            ((ReferencesView) HandlerUtil.getActiveWorkbenchWindow(event).getActivePage().showView(ReferencesView.ID))
                    .show(cursor.word(), places.stream().distinct().toList());
        } catch (BadLocationException | PartInitException e) {
            throw new ExecutionException("The references cannot be shown: " + e.getMessage(), e);
        }
        return null;
    }
}
