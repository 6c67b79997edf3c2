package org.caravan.eclipse.server;

import java.util.List;
import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.handlers.HandlerUtil;

/**
 * Approves the displayed plans and follows their deployment. Only displayed plans can be deployed. Public because the workbench
 * instantiates it.
 */
public final class Deploy extends AbstractHandler {

    @Override
    public Object execute(ExecutionEvent event) throws ExecutionException {
        try {
            PlanView view = (PlanView) HandlerUtil.getActiveWorkbenchWindow(event).getActivePage().showView(PlanView.ID);
            List<ShownPlan> plans = view.offered();
            if (plans.isEmpty()) {
                MessageDialog.openInformation(HandlerUtil.getActiveShell(event), "Deploy",
                        "No plan is shown that would change anything.\nMaybe show one first: Caravan, Show plan.");
            } else {
                view.approve();
            }
        } catch (PartInitException e) {
            throw new ExecutionException("The view of plans cannot be shown.", e);
        }
        return null;
    }
}
