package org.caravan.maven;

import org.apache.maven.plugin.MojoFailureException;
import org.caravan.api.deployment.DeploymentView;
import org.caravan.api.plan.PlanView;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ApiPath;
import org.caravan.client.DeploymentEnd;
import org.caravan.client.DeploymentFollower;
import org.caravan.client.PlanApproval;
import org.caravan.client.PlanText;

/** Plans an application, approves the plan, and follows its deployment to the end. */
final class ApprovedDeployment {

    private final Api api;
    private final BuildLog log;
    private final boolean wait;
    private final boolean takeOver;

    /**
     * @param wait whether to wait for the end of the deployment
     * @param takeOver whether a plan may replace an application of the same name that another user deployed
     */
    ApprovedDeployment(Api api, BuildLog log, boolean wait, boolean takeOver) {
        this.api = api;
        this.log = log;
        this.wait = wait;
        this.takeOver = takeOver;
    }

    /** @throws MojoFailureException if there is no plan, or the deployment fails */
    void deploy(String application) throws MojoFailureException {
        deploy(application, 1);
    }

    private void deploy(String application, int attempt) throws MojoFailureException {
        PlanView plan = api.post(ApiPath.of("applications", application, "plans"), PlanView.class).value();
        PlanText.print(plan, log);
        if (!PlanText.planned(plan)) {
            throw new MojoFailureException("There is no plan for " + application + ": " + String.join("; ", plan.reasons())
                    + "\n    Nothing runs differently.");
        }
        if (!plan.changes()) {
            return;
        }
        if (plan.takesOver().isPresent() && !takeOver) {
            throw new MojoFailureException(plan.takesOver().get().text() + "\n    Maybe give " + application
                    + " another name; if the replacement is intended: -Dcaravan.takeOver=true");
        }
        String deployment;
        try {
            deployment = PlanApproval.approve(api, application, plan, takeOver);
        } catch (ApiFault rejection) {
            if (!PlanApproval.repeats(rejection, attempt)) {
                throw rejection;
            }
            log.line(PlanApproval.again(rejection, attempt));
            deploy(application, attempt + 1);
            return;
        }
        followed(application, deployment);
    }

    private void followed(String application, String deployment) throws MojoFailureException {
        if (!wait) {
            log.line("Deployment " + deployment + " of " + application + " has started; caravan.wait is false.");
            return;
        }
        DeploymentEnd end = new DeploymentFollower(api, log, false).follow(application, deployment);
        if (end != DeploymentEnd.DONE) {
            throw new MojoFailureException("Deployment " + deployment + " of " + application
                    + (end == DeploymentEnd.UNDONE ? " failed and was undone: " : " failed: ")
                    + api.get(ApiPath.of("applications", application, "deployments", deployment), DeploymentView.class).value()
                            .error().orElse(""));
        }
    }
}
