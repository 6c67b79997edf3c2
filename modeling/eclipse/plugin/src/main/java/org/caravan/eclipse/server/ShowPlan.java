package org.caravan.eclipse.server;

import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.PlanText;
import org.eclipse.core.runtime.CoreException;

/** Shows the server's plan with its reasons and changes. Displayed plans can be approved. Public because the workbench instantiates it. */
public final class ShowPlan extends ServerCommand {

    public ShowPlan() {
        super("Show plan");
    }

    @Override
    void run(ProjectModels models, Api api, PlanView view) throws CoreException {
        for (String application : models.files().handOver(api)) {
            org.caravan.api.plan.PlanView plan = api.post(ApiPath.of("applications", application, "plans"),
                    org.caravan.api.plan.PlanView.class).value();
            PlanText.print(plan, view);
            if (PlanText.planned(plan) && plan.changes()) {
                view.offer(new ShownPlan(application, plan.id()));
            }
        }
    }
}
