package org.caravan.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Packs models, companion files and images into one file, the project's artifact. Equal input gives equal bytes. */
@Mojo(name = "bundle", defaultPhase = LifecyclePhase.PACKAGE, threadSafe = true)
public final class BundleMojo extends ProjectMojo {

    /** Folder of the models; other files in it are also bundled. */
    @Parameter(property = "caravan.models", defaultValue = "${project.basedir}/src/main/caravan")
    private File models;

    /** Folder of images written by image-build; no images are bundled if it does not exist. */
    @Parameter(property = "caravan.images", defaultValue = "${project.build.directory}/images")
    private File images;

    @Parameter(defaultValue = "${project.build.directory}/${project.build.finalName}.caravan.zip", readonly = true)
    private File bundle;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        Map<String, Path> files = new TreeMap<>();
        for (Path file : new ModelFolder(models.toPath()).files()) {
            files.put(Bundle.MODELS + ModelFolder.inside(models.toPath(), file), file);
        }
        files.putAll(libraries());
        try {
            addImages(files);
            Bundle.Content content = Bundle.write(bundle.toPath(), project().getId(), files);
            project().getArtifact().setFile(bundle);
            getLog().info("Bundled " + content.parts().size() + (content.parts().size() == 1 ? " file" : " files") + " into " + bundle
                    + ", "
                    + bundle.length() + " bytes.");
        } catch (IOException e) {
            throw new MojoExecutionException("The bundle " + bundle + " could not be written: " + e.getMessage(), e);
        }
    }

    private void addImages(Map<String, Path> files) throws IOException {
        if (!images.isDirectory()) {
            return;
        }
        try (Stream<Path> found = Files.walk(images.toPath())) {
            found.filter(Files::isRegularFile).forEach(file -> files.put(Bundle.IMAGES + ModelFolder.inside(images.toPath(), file), file));
        }
    }
}
