package org.caravan.dsl.profile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.emf.common.util.URI;
import org.eclipse.emf.ecore.resource.Resource;
import org.eclipse.emf.ecore.resource.ResourceSet;

/**
 * Resolves files that models reference (request profiles, scripts of virtual machines): from the files supplied with the models or, in an
 * editor, from disk.
 */
public final class FilesBeside {

    /** File name ending of profiles. */
    public static final String PROFILE = ".json";

    public static final String SCRIPT = ".sh";

    private static final Pattern NAMED = Pattern.compile("\\b(?:from\\s+profile|install|start|stop)\\s+\"([^\"\\n]+)\"");

    /** In bytes; typical profiles and scripts have a few kilobytes. */
    private static final int LARGEST = 1 << 20;

    private record Given(Map<URI, String> nameByModel, Map<String, String> textByName) {}

    private FilesBeside() {}

    /** Restricts file references of the models in this set to the supplied files. */
    public static void give(ResourceSet set, Map<URI, String> nameByModel, Map<String, String> textByName) {
        set.getLoadOptions().put(FilesBeside.class, new Given(nameByModel, textByName));
    }

    /** Whether referenced files can be resolved; not possible for a text that exists only in an editor's memory. */
    public static boolean reachable(Resource model) {
        return given(model) != null || model.getURI().isFile();
    }

    /** Whether this file is a profile or a script rather than a model. */
    public static boolean is(String fileName) {
        return fileName.endsWith(PROFILE) || fileName.endsWith(SCRIPT);
    }

    /** @param path relative to the model, accepted by {@link #inside} */
    public static Optional<String> text(Resource model, String path) {
        Given given = given(model);
        if (given != null) {
            return Optional.ofNullable(given.textByName().get(beside(given.nameByModel().getOrDefault(model.getURI(), ""), path)));
        }
        URI place = URI.createURI(URI.encodeFragment(path, false)).resolve(model.getURI());
        try (InputStream stream = model.getResourceSet().getURIConverter().createInputStream(place)) {
            return Optional.of(new String(stream.readNBytes(LARGEST), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Whether the path stays in the model's folder. A model from another author must not read other files of the user who checks it. */
    public static boolean inside(String path, String ending) {
        return path.endsWith(ending) && !path.startsWith("/") && path.matches("[^\\\\:]+") && !("/" + path + "/").contains("/../");
    }

    /** Paths that a model appears to reference. Paths in comments are included, which is harmless. */
    public static List<String> named(String model) {
        return NAMED.matcher(model).results().map(found -> found.group(1)).filter(path -> inside(path, PROFILE)
                || inside(path, SCRIPT)).toList();
    }

    /** Name of a supplied file from its path relative to the model. */
    public static String beside(String modelName, String path) {
        Deque<String> parts = new ArrayDeque<>();
        for (String part : (modelName.substring(0, modelName.lastIndexOf('/') + 1) + path).split("/", -1)) {
            if (part.equals("..") && !parts.isEmpty() && !parts.peekLast().isEmpty() && !parts.peekLast().equals("..")) {
                parts.removeLast();
            } else if (!part.equals(".")) {
                parts.addLast(part);
            }
        }
        return String.join("/", parts);
    }

    private static Given given(Resource model) {
        return model.getResourceSet() == null ? null : (Given) model.getResourceSet().getLoadOptions().get(FilesBeside.class);
    }
}
