package org.caravan.maven;

import java.nio.file.Path;
import java.util.Map;
import javax.inject.Inject;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;

/** Base class of all goals: the project of the build, and the models of its dependencies. */
abstract class ProjectMojo extends AbstractMojo {

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private MavenSession session;

    @Inject
    private RepositorySystem repositories;

    final MavenProject project() {
        return session.getCurrentProject();
    }

    /** Base folder for displayed file names. */
    final Path base() {
        return project().getBasedir().toPath();
    }

    /** See {@link Libraries#of}. */
    final Map<String, Path> libraries() throws MojoFailureException {
        return Libraries.of(project(), session, repositories);
    }
}
