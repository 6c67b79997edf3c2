package org.caravan.eclipse.language;

import org.eclipse.ui.IStartup;

/**
 * Starts the language server together with the workbench, so that files that are not open also have markers. Public because the workbench
 * instantiates it.
 */
public final class EarlyStart implements IStartup {

    @Override
    public void earlyStartup() {
        Language.get();
    }
}
