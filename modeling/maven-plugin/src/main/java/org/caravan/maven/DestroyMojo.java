package org.caravan.maven;

import java.io.File;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.caravan.api.deployment.BegunView;
import org.caravan.application.ApplicationModel;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.DeploymentEnd;
import org.caravan.client.DeploymentFollower;
import org.caravan.dsl.CaravanLanguage;

/** Removes all copies of an application of this project, including their data. */
@Mojo(name = "destroy", threadSafe = true)
public final class DestroyMojo extends ServerMojo {

    /** Folder of the models. */
    @Parameter(property = "caravan.models", defaultValue = "${project.basedir}/src/main/caravan")
    private File models;

    /** Name of the application to remove. There is no default, because its data is deleted. */
    @Parameter(property = "caravan.application")
    private String application;

    @Override
    void run(Api api, BuildLog log) throws MojoFailureException {
        Set<String> ours = CaravanLanguage.parse(new ModelFolder(models.toPath()).texts(base())).applications().stream()
                .map(ApplicationModel::name).collect(Collectors.toCollection(TreeSet::new));
        if (application == null || !ours.contains(application)) {
            throw new MojoFailureException((application == null ? "No application is named" : "This project has no application "
                    + application)
                    + "; its applications: " + String.join(", ", ours)
                    + ".\n    Maybe name the application to destroy, with its data: -Dcaravan.application=NAME");
        }
        String deployment = api.delete(ApiPath.of("applications", application), BegunView.class).value().deploymentId();
        if (new DeploymentFollower(api, log, false).follow(application, deployment) != DeploymentEnd.DONE) {
            throw new MojoFailureException("Not all of " + application + " could be removed.");
        }
    }
}
