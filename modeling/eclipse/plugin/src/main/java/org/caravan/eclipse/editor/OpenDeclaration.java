package org.caravan.eclipse.editor;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;

/** Opens the declaration of the name at the cursor. Public because the workbench instantiates it. */
public final class OpenDeclaration extends AbstractHandler {

    @Override
    public Object execute(ExecutionEvent event) {
        Cursor.of(event).flatMap(cursor -> Declarations.declaration(cursor.document(), cursor.name(), cursor.offset()).stream().findFirst())
                .ifPresent(Declarations::open);
        return null;
    }
}
