package org.caravan.modeller;

import org.eclipse.ui.IFolderLayout;
import org.eclipse.ui.IPageLayout;
import org.eclipse.ui.IPerspectiveFactory;

/**
 * Perspective with project files, text, picture and outline; below them, problems and server responses. Public because the workbench
 * instantiates it.
 */
public final class ModelsPerspective implements IPerspectiveFactory {

    @Override
    public void createInitialLayout(IPageLayout layout) {
        String editors = layout.getEditorArea();
        layout.addView(IPageLayout.ID_PROJECT_EXPLORER, IPageLayout.LEFT, 0.18f, editors);
        layout.addView("org.caravan.eclipse.picture", IPageLayout.RIGHT, 0.66f, editors);
        layout.addView(IPageLayout.ID_OUTLINE, IPageLayout.BOTTOM, 0.5f, "org.caravan.eclipse.picture");
        IFolderLayout below = layout.createFolder("below", IPageLayout.BOTTOM, 0.66f, editors);
        below.addView(IPageLayout.ID_PROBLEM_VIEW);
        below.addView("org.caravan.eclipse.plan");
        below.addPlaceholder("org.caravan.eclipse.references");
        layout.addNewWizardShortcut("org.caravan.eclipse.project");
        layout.addNewWizardShortcut("org.eclipse.ui.wizards.new.file");
    }
}
