package org.caravan.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.caravan.client.Api;
import org.caravan.client.ImagePush;
import org.caravan.client.ModelFiles;

/**
 * Sends the bundle to a server, shows the resulting plan, approves it, and waits until all components run and respond. Running {@code mvn
 * deploy} counts as approval; use {@code caravan:plan} to review the plan first.
 */
@Mojo(name = "deploy", defaultPhase = LifecyclePhase.DEPLOY, threadSafe = true)
public final class DeployMojo extends ServerMojo {

    @Parameter(defaultValue = "${project.build.directory}/caravan/bundle", readonly = true)
    private File unpacked;

    /** Whether the build waits for the end of the deployment; otherwise it ends after the start of the deployment. */
    @Parameter(property = "caravan.wait", defaultValue = "true")
    private boolean wait;

    /** Whether a plan may replace an application of the same name that another user deployed. */
    @Parameter(property = "caravan.takeOver", defaultValue = "false")
    private boolean takeOver;

    @Override
    void run(Api api, BuildLog log) throws MojoExecutionException, MojoFailureException {
        File bundle = project().getArtifact().getFile();
        if (bundle == null) {
            throw new MojoFailureException("There is no bundle to deploy.\n    Maybe run all phases: mvn deploy");
        }
        Path folder = open(bundle.toPath());
        ImagePush images = new ImagePush(api, log, false, folder.resolve(Bundle.IMAGES));
        ModelFiles models = Libraries.with(new ModelFolder(folder.resolve(Bundle.MODELS)).texts(folder), Libraries.in(folder));
        models.accepted(api);
        images.push(images.names());
        for (String application : models.handOver(api)) {
            new ApprovedDeployment(api, log, wait, takeOver).deploy(application);
        }
    }

    /** Uses a new folder without files of earlier bundles. */
    private Path open(Path bundle) throws MojoExecutionException {
        try {
            Path folder = Files.createDirectories(unpacked.toPath());
            Path fresh = Files.createTempDirectory(folder, "of-");
            Bundle.open(bundle, fresh);
            return fresh;
        } catch (IOException e) {
            throw new MojoExecutionException(e.getMessage(), e);
        }
    }
}
