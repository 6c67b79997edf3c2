package org.caravan.eclipse.project;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import org.eclipse.core.resources.IFile;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IProjectDescription;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.jface.wizard.Wizard;
import org.eclipse.ui.INewWizard;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.actions.WorkspaceModifyOperation;
import org.eclipse.ui.dialogs.WizardNewProjectCreationPage;
import org.eclipse.ui.ide.IDE;

/**
 * Wizard for a project with the example of examples/maven: an application of two components and the sites where it may run. Public because
 * the workbench instantiates it.
 */
public final class NewProject extends Wizard implements INewWizard {

    /** The last file is opened in an editor. */
    private static final List<String> EXAMPLE = List.of("lab.caravan", "notes.caravan");

    private WizardNewProjectCreationPage page;

    @Override
    public void init(IWorkbench workbench, IStructuredSelection selection) {
        setWindowTitle("New Caravan project");
        setNeedsProgressMonitor(true);
    }

    @Override
    public void addPages() {
        page = new WizardNewProjectCreationPage("caravan");
        page.setTitle("Caravan project");
        page.setDescription("An application and the sites it may run at, to begin with.");
        addPage(page);
    }

    @Override
    public boolean performFinish() {
        IProject project = page.getProjectHandle();
        IProjectDescription description = ResourcesPlugin.getWorkspace().newProjectDescription(project.getName());
        description.setLocationURI(page.useDefaults() ? null : page.getLocationURI());
        try {
            getContainer().run(true, false, new WorkspaceModifyOperation() {
                @Override
                protected void execute(IProgressMonitor monitor) throws CoreException {
                    fill(project, description, monitor);
                }
            });
        } catch (InvocationTargetException e) {
            ILog.get().error("The project was not made", e.getCause());
            MessageDialog.openError(getShell(), "New Caravan project", "The project was not made: " + e.getCause().getMessage());
            return false;
        } catch (InterruptedException e) {
            return false;
        }
        open(project.getFile(EXAMPLE.get(EXAMPLE.size() - 1)));
        return true;
    }

    private static void fill(IProject project, IProjectDescription description, IProgressMonitor monitor) throws CoreException {
        project.create(description, monitor);
        project.open(monitor);
        for (String name : EXAMPLE) {
            try (InputStream text = NewProject.class.getResourceAsStream("/example/" + name)) {
                project.getFile(name).create(text, true, monitor);
            } catch (IOException e) {
                throw new CoreException(new Status(IStatus.ERROR, NewProject.class, name + " could not be written", e));
            }
        }
    }

    private static void open(IFile file) {
        try {
            IDE.openEditor(PlatformUI.getWorkbench().getActiveWorkbenchWindow().getActivePage(), file);
        } catch (CoreException e) {
            ILog.get().warn(file.getFullPath() + " cannot be shown", e);
        }
    }
}
