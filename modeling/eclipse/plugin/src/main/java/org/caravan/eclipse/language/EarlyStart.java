package org.caravan.eclipse.language;

import org.eclipse.ui.IStartup;

/** Starts the language server behind the workbench, so that files which nobody has opened have their markers, too. Public because the workbench makes it. */
public final class EarlyStart implements IStartup {

    @Override
    public void earlyStartup() {
        Language.get();
    }
}
