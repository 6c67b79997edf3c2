package org.caravan.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Dependency;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.project.MavenProject;
import org.caravan.client.ModelFiles;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.dsl.Declared;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/**
 * Models from dependencies of type {@value #TYPE}: modules of the same build and bundles of a repository. Libraries are files that declare
 * infrastructures, areas and organisations, which apply to all files parsed together. Files that declare an application are excluded.
 */
final class Libraries {

    static final String TYPE = "caravan-app";

    /** Folder of libraries in a bundle. */
    static final String FOLDER = "libraries/";

    private final MavenSession session;
    private final RepositorySystem repositories;
    private final Map<String, Path> files = new TreeMap<>();
    private final Set<String> seen = new HashSet<>();

    private Libraries(MavenSession session, RepositorySystem repositories) {
        this.session = session;
        this.repositories = repositories;
    }

    /**
     * Libraries of all direct and transitive dependencies. Modules of the same build are read from their source folders, so that {@code mvn
     * compile} needs no bundle.
     *
     * @return by path in a bundle: {@value #FOLDER}, group and artifact, path
     */
    static Map<String, Path> of(MavenProject project, MavenSession session, RepositorySystem repositories) throws MojoFailureException {
        Libraries libraries = new Libraries(session, repositories);
        libraries.addAll(project);
        return libraries.files;
    }

    /** Libraries of an unpacked bundle. */
    static Map<String, Path> in(Path bundle) throws MojoFailureException {
        Map<String, Path> found = new TreeMap<>();
        Path folder = bundle.resolve(FOLDER);
        if (Files.isDirectory(folder)) {
            for (Path file : new ModelFolder(folder).files()) {
                found.put(FOLDER + ModelFolder.inside(folder, file), file);
            }
        }
        return found;
    }

    /**
     * Files sent to a server. Infrastructures of libraries are used for checks only; the module that declares an infrastructure sends it.
     */
    static ModelFiles with(Map<String, String> own, Map<String, Path> libraries) throws MojoFailureException {
        boolean infrastructure = own.entrySet().stream().filter(file -> file.getKey().endsWith(ModelFolder.ENDING))
                .anyMatch(file -> CaravanLanguage.declared(file.getValue()).contains(Declared.INFRASTRUCTURE));
        Map<String, String> all = new TreeMap<>(own);
        for (Map.Entry<String, Path> file : libraries.entrySet()) {
            all.put(file.getKey(), ModelFolder.read(file.getValue()));
        }
        return infrastructure ? new ModelFiles(all) : ModelFiles.ofApplications(all);
    }

    private void addAll(MavenProject project) throws MojoFailureException {
        for (Dependency dependency : project.getDependencies()) {
            if (!TYPE.equals(dependency.getType()) || !seen.add(dependency.getManagementKey())) {
                continue;
            }
            Optional<MavenProject> module = module(dependency);
            if (module.isPresent()) {
                add(FOLDER + owner(dependency), new ModelFolder(ModelFolder.of(module.get(), session)));
                addAll(module.get());
            } else {
                addBundle(dependency, project);
            }
        }
    }

    private Optional<MavenProject> module(Dependency dependency) {
        return session.getProjects().stream().filter(module -> module.getGroupId().equals(dependency.getGroupId())
                && module.getArtifactId().equals(dependency.getArtifactId()) && module.getVersion().equals(dependency.getVersion()))
                .findFirst();
    }

    private void add(String below, ModelFolder folder) throws MojoFailureException {
        for (Path file : folder.files()) {
            if (file.toString().endsWith(ModelFolder.ENDING)
                    && !CaravanLanguage.declared(ModelFolder.read(file)).contains(Declared.APPLICATION)) {
                files.put(below + "/" + ModelFolder.inside(folder.folder(), file), file);
            }
        }
    }

    /** A bundle contains the libraries that it was built with. */
    private void addBundle(Dependency dependency, MavenProject project) throws MojoFailureException {
        Path unpacked = Path.of(project.getBuild().getDirectory(), "caravan", "libraries", owner(dependency) + "-"
                + dependency.getVersion());
        try {
            Bundle.open(resolved(dependency, project), unpacked);
        } catch (IOException | ArtifactResolutionException e) {
            throw new MojoFailureException("The models of " + owner(dependency) + " " + dependency.getVersion() + ", which "
                    + project.getArtifactId() + " depends on, cannot be read: "
                    + e.getMessage() + "\n    Maybe install it first: mvn install in its project.");
        }
        add(FOLDER + owner(dependency), new ModelFolder(unpacked.resolve(Bundle.MODELS)));
        in(unpacked).forEach(files::putIfAbsent);
    }

    private Path resolved(Dependency dependency, MavenProject project) throws ArtifactResolutionException {
        DefaultArtifact artifact = new DefaultArtifact(dependency.getGroupId(), dependency.getArtifactId(), "caravan.zip",
                dependency.getVersion());
        return repositories.resolveArtifact(session.getRepositorySession(),
                new ArtifactRequest(artifact, project.getRemoteProjectRepositories(), null))
                .getArtifact().getFile().toPath();
    }

    private static String owner(Dependency dependency) {
        return dependency.getGroupId() + "." + dependency.getArtifactId();
    }
}
