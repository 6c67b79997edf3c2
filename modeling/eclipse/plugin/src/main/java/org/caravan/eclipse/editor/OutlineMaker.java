package org.caravan.eclipse.editor;

import org.eclipse.core.runtime.IAdapterFactory;
import org.eclipse.ui.texteditor.ITextEditor;
import org.eclipse.ui.views.contentoutline.IContentOutlinePage;

/** Adapter factory that provides the outline of model editors. Public because the workbench instantiates it. */
public final class OutlineMaker implements IAdapterFactory {

    @Override
    public <T> T getAdapter(Object adapted, Class<T> kind) {
        return adapted instanceof ITextEditor editor && editor.getEditorInput() != null
                && editor.getEditorInput().getName().endsWith(".caravan")
                ? kind.cast(new Outline(editor)) : null;
    }

    @Override
    public Class<?>[] getAdapterList() {
        return new Class<?>[] {IContentOutlinePage.class};
    }
}
