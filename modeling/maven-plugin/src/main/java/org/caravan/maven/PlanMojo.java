package org.caravan.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Execute;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.caravan.api.plan.PlanView;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import org.caravan.client.PlanText;
import tools.jackson.databind.JsonNode;

/** Shows the server's plan for the models and its changes. Does not change what runs. */
@Mojo(name = "plan", threadSafe = true)
@Execute(phase = LifecyclePhase.COMPILE)
public final class PlanMojo extends ServerMojo {

    /** Folder of the models. */
    @Parameter(property = "caravan.models", defaultValue = "${project.basedir}/src/main/caravan")
    private File models;

    /** Folder for the plans as JSON files: plan-APPLICATION.json. */
    @Parameter(property = "caravan.plans", defaultValue = "${project.build.directory}/caravan")
    private File plans;

    /** Whether the build fails if a plan contains changes; Maven has no exit code for this result. */
    @Parameter(property = "caravan.failOnChanges", defaultValue = "false")
    private boolean failOnChanges;

    @Override
    void run(Api api, BuildLog log) throws MojoExecutionException, MojoFailureException {
        Map<String, String> own = new ModelFolder(models.toPath()).texts(base());
        Map<String, Path> libraries = libraries();
        List<String> impossible = new ArrayList<>();
        List<String> changing = new ArrayList<>();
        for (String application : Libraries.with(own, libraries).handOver(api)) {
            Answer<PlanView> answer = api.post(ApiPath.of("applications", application, "plans"), PlanView.class);
            PlanView plan = answer.value();
            PlanText.print(plan, log);
            write(application, answer.document());
            if (!PlanText.planned(plan)) {
                impossible.add(application);
            } else if (plan.changes()) {
                changing.add(application);
            }
        }
        if (!impossible.isEmpty()) {
            throw new MojoFailureException("There is no plan for " + String.join(", ", impossible) + ".");
        }
        if (failOnChanges && !changing.isEmpty()) {
            throw new MojoFailureException("Changes are pending for " + String.join(", ", changing)
                    + ".\n    Maybe deploy them: mvn deploy");
        }
    }

    private void write(String application, JsonNode plan) throws MojoExecutionException {
        Path file = plans.toPath().resolve("plan-" + application + ".json");
        try {
            Files.createDirectories(plans.toPath());
            Files.writeString(file, plan.toPrettyString() + "\n");
        } catch (IOException e) {
            throw new MojoExecutionException("The plan could not be written to " + file + ": " + e.getMessage(), e);
        }
    }
}
