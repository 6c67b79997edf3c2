package org.caravan.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.project.MavenProject;
import org.caravan.client.ReferencedFiles;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/** Folder with the models of a project and their companion files. */
record ModelFolder(Path folder) {

    static final String ENDING = ".caravan";

    /**
     * Model folder of a module of this build, resolved as Maven does for the goals of that module: plugin configuration, then command line,
     * then a property of the module or its parents.
     */
    static Path of(MavenProject module, MavenSession session) {
        return module.getBasedir().toPath().resolve(configured(module)
                .or(() -> property(session.getUserProperties()))
                .or(() -> property(session.getSystemProperties()))
                .or(() -> property(module.getProperties()))
                .orElse("src/main/caravan"));
    }

    private static Optional<String> configured(MavenProject module) {
        return Optional.ofNullable(module.getGoalConfiguration("org.caravan", "caravan-maven-plugin", "default-validate", "validate"))
                .map(configuration -> configuration.getChild("models")).map(Xpp3Dom::getValue);
    }

    private static Optional<String> property(Properties properties) {
        return Optional.ofNullable(properties.getProperty("caravan.models"));
    }

    /** All files in the folder tree, sorted, so that bundles do not depend on the file system. */
    List<Path> files() throws MojoFailureException {
        if (!Files.isDirectory(folder)) {
            throw new MojoFailureException("The project has no models: " + folder + " is not there.\n    Maybe put your " + ENDING
                    + " files into src/main/caravan, or name their folder with -Dcaravan.models.");
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException e) {
            throw unreadable(folder, e);
        }
    }

    /** @return text by file name relative to {@code base} */
    Map<String, String> texts(Path base) throws MojoFailureException {
        Map<String, String> texts = new TreeMap<>();
        for (Path file : files()) {
            if (file.toString().endsWith(ENDING)) {
                texts.put(name(file, base), read(file));
            }
        }
        Set<String> named = texts.entrySet().stream().flatMap(model -> ReferencedFiles.of(model.getKey(), model.getValue()).stream())
                .collect(Collectors.toSet());
        for (Path file : files()) {
            if (named.contains(name(file, base))) {
                texts.put(name(file, base), read(file));
            }
        }
        if (texts.isEmpty()) {
            throw new MojoFailureException("No file in " + folder + " ends in " + ENDING
                    + ".\n    Maybe the models are in another folder: -Dcaravan.models.");
        }
        return texts;
    }

    /** Path in a bundle. */
    static String inside(Path folder, Path file) {
        return folder.relativize(file).toString().replace(File.separatorChar, '/');
    }

    private static String name(Path file, Path base) {
        return file.startsWith(base) ? base.relativize(file).toString() : file.toString();
    }

    static String read(Path file) throws MojoFailureException {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static MojoFailureException unreadable(Path what, IOException e) {
        return new MojoFailureException(what + " cannot be read: " + e.getMessage());
    }
}
