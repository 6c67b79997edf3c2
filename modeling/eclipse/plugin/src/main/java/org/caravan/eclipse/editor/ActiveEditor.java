package org.caravan.eclipse.editor;

import java.util.function.Consumer;
import org.eclipse.ui.IPartListener;
import org.eclipse.ui.IWorkbenchPart;

/** Part listener that reports only activated parts. */
record ActiveEditor(Consumer<IWorkbenchPart> activated) implements IPartListener {

    @Override
    public void partActivated(IWorkbenchPart part) {
        activated.accept(part);
    }

    @Override
    public void partBroughtToTop(IWorkbenchPart part) {
        activated.accept(part);
    }

    @Override
    public void partClosed(IWorkbenchPart part) {}

    @Override
    public void partDeactivated(IWorkbenchPart part) {}

    @Override
    public void partOpened(IWorkbenchPart part) {}
}
