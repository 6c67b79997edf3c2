package org.caravan.eclipse.server;

import java.util.Map;
import org.caravan.api.deployment.BegunView;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.DeploymentFollower;

/** Plan that was displayed and may be approved. */
record ShownPlan(String application, String id) {

    void deploy(Api api, PlanView view) {
        String deployment = api.post(ApiPath.of("applications", application, "plans", id, "approval"), Map.of(), BegunView.class).value()
                .deploymentId();
        view.line("Deployment " + deployment + " of " + application + " has started.");
        new DeploymentFollower(api, view, false).follow(application, deployment);
    }
}
