package org.caravan.eclipse.server;

import java.util.Map;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.PlanText;
import org.eclipse.core.runtime.CoreException;
import tools.jackson.databind.JsonNode;

/** Shows the server's plan with its reasons and changes. Displayed plans can be approved. Public because the workbench instantiates it. */
public final class ShowPlan extends ServerCommand {

    public ShowPlan() {
        super("Show plan");
    }

    @Override
    void run(ProjectModels models, Api api, PlanView view) throws CoreException {
        for (String application : models.files().handOver(api)) {
            JsonNode plan = api.post(ApiPath.of("applications", application, "plans"), Map.of());
            PlanText.print(plan, view);
            if (PlanText.planned(plan) && PlanText.changes(plan)) {
                view.offer(new ShownPlan(application, plan.path("id").asString()));
            }
        }
    }
}
