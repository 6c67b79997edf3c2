package org.caravan.maven;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.caravan.api.service.CreatedService;
import org.caravan.client.Api;
import org.caravan.client.ServiceUpload;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.service.LocalService;
import org.caravan.service.ServiceKind;

/**
 * Creates a service from the archive of the project or from a folder, as {@code caravan service create --update} does, and deploys it. A
 * service that exists gets the image of the archive; its model is otherwise kept. If a step fails, the image, the model and the secrets
 * that it created are removed again, and an existing service has its former model.
 */
@Mojo(name = "service", defaultPhase = LifecyclePhase.DEPLOY, threadSafe = true)
public final class ServiceMojo extends ServerMojo {

    /** Kind of the service: web, java, redis, mysql, postgresql or generic. */
    @Parameter(property = "caravan.service", required = true)
    private String service;

    /** Name of the service and of its application. */
    @Parameter(property = "caravan.application", defaultValue = "${project.artifactId}")
    private String application;

    /** Folder or file to upload (default: the archive that the project builds). */
    @Parameter(property = "caravan.upload")
    private File upload;

    /** Sites where the service must run (default: any site). */
    @Parameter(property = "caravan.sites")
    private List<String> sites = List.of();

    /** Sites of users, and their requests per second: SITE or SITE=RATE. */
    @Parameter(property = "caravan.users")
    private List<String> users = List.of();

    /** Whether a service of this name and kind that exists is updated; otherwise the build fails. */
    @Parameter(property = "caravan.update", defaultValue = "true")
    private boolean update;

    /** Whether the build waits for the end of the deployment; otherwise it ends after the start of the deployment. */
    @Parameter(property = "caravan.wait", defaultValue = "true")
    private boolean wait;

    @Override
    void run(Api api, BuildLog log) throws MojoExecutionException, MojoFailureException {
        ServiceKind kind = ServiceKind.named(service).orElseThrow(() -> new MojoFailureException("Unknown kind of service: " + service
                + "\n    Maybe use one of " + ServiceKind.names() + "."));
        LocalService checked = inspected(kind);
        Optional<ServiceUpload.Packed> packed =
                checked.upload().map(files -> new ServiceUpload.Packed(files.name(), files.folder(), files::pack));
        ServiceUpload from = new ServiceUpload(api, log, false,
                new ServiceUpload.Order(kind.toString(), application, packed, sites, users, update));
        CreatedService created = from.create();
        boolean deployed = false;
        try {
            Path folder = Path.of(project().getBuild().getDirectory());
            from.writeModel(created, folder.resolve(application + ".caravan"));
            new ApprovedDeployment(api, log, wait, false).deploy(application);
            deployed = true;
        } finally {
            if (!deployed) {
                from.undo();
            }
        }
    }

    private LocalService inspected(ServiceKind kind) throws MojoFailureException {
        try {
            LocalService checked = LocalService.inspect(kind, application, upload(kind), sites, users);
            checked.findings().forEach(this::report);
            if (checked.accepted()) {
                return checked;
            }
        } catch (RejectedInput refused) {
            refused.diagnostics().forEach(this::report);
        }
        throw new MojoFailureException("The upload of the service " + application + " has errors; nothing was sent.");
    }

    private void report(Diagnostic finding) {
        if (finding.severity() == Diagnostic.Severity.ERROR) {
            getLog().error(finding.text());
        } else {
            getLog().warn(finding.text());
        }
    }

    private Optional<Path> upload(ServiceKind kind) throws MojoFailureException {
        if (upload != null) {
            return Optional.of(upload.toPath());
        }
        File archive = project().getArtifact().getFile();
        if (archive == null && kind.uploadRequired()) {
            throw new MojoFailureException("The project has built no archive to upload.\n    Maybe run all phases: mvn deploy, or name a "
                    + "folder: -Dcaravan.upload=FOLDER");
        }
        return Optional.ofNullable(archive).map(File::toPath);
    }
}
