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

/** What all goals share: the project that is built, and the models of what it depends on. */
abstract class ProjectMojo extends AbstractMojo {

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private MavenSession session;

    @Inject
    private RepositorySystem repositories;

    final MavenProject project() {
        return session.getCurrentProject();
    }

    /** Files are named from here. */
    final Path base() {
        return project().getBasedir().toPath();
    }

    /** See {@link Libraries#of}. */
    final Map<String, Path> libraries() throws MojoFailureException {
        return Libraries.of(project(), session, repositories);
    }
}
