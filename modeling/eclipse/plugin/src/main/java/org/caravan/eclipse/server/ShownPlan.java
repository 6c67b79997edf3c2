package org.caravan.eclipse.server;

import org.caravan.api.deployment.BegunView;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.DeploymentFollower;

/** Plan that was displayed and may be approved. */
record ShownPlan(String application, String id) {

    void deploy(Api api, PlanView view) {
        ApiPath approval = ApiPath.of("applications", application, "plans", id, "approval");
        String deployment = api.post(approval, BegunView.class).value().deploymentId();
        view.line("Deployment " + deployment + " of " + application + " has started.");
        new DeploymentFollower(api, view, false).follow(application, deployment);
    }
}
