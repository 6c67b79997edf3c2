package org.caravan.eclipse.server;

import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ICoreRunnable;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.handlers.HandlerUtil;

/** Base class of commands that send a project's models to the server in the background and show the response in the plan view. */
abstract class ServerCommand extends AbstractHandler {

    private final String title;

    ServerCommand(String title) {
        this.title = title;
    }

    abstract void run(ProjectModels models, Api api, PlanView view) throws CoreException;

    @Override
    public final Object execute(ExecutionEvent event) throws ExecutionException {
        ProjectModels models = ProjectModels.of(event).orElse(null);
        if (models == null) {
            MessageDialog.openInformation(HandlerUtil.getActiveShell(event), title,
                    "No project is chosen.\nMaybe select one, or open one of its models.");
            return null;
        }
        PlatformUI.getWorkbench().saveAllEditors(true);
        try {
            PlanView view = (PlanView) HandlerUtil.getActiveWorkbenchWindow(event).getActivePage().showView(PlanView.ID);
            view.begin(title + ": " + models.project().getName());
            inBackground(title, view, () -> run(models, ServerSettings.api(), view));
        } catch (PartInitException e) {
            throw new ExecutionException("The view of plans cannot be shown.", e);
        }
        return null;
    }

    interface Work {
        void run() throws CoreException;
    }

    /** Errors are shown in place of the response. */
    static void inBackground(String title, PlanView view, Work work) {
        Job job = Job.create(title, (ICoreRunnable) monitor -> {
            try {
                work.run();
            } catch (ApiFault fault) {
                view.line(inTermsOfTheWorkbench(fault));
            } finally {
                view.end();
            }
        });
        job.setUser(true);
        job.schedule();
    }

    /** Replaces advice for the command line with advice for the workbench. */
    private static String inTermsOfTheWorkbench(ApiFault fault) {
        String what = fault.getMessage().lines().findFirst().orElse("");
        return switch (fault.code()) {
            case "server-unreachable", "not-a-caravan-server", "server-address" -> what
                    + "\n    Maybe start it, or name another: Preferences, Caravan.";
            case "not-allowed" -> what + "\n    Maybe enter it again: Preferences, Caravan.";
            default -> fault.getMessage();
        };
    }
}
