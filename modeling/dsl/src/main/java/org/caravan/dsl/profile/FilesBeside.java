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

/** Files that models name, profiles of requests and scripts of virtual machines: among those that came with them, or, in an editor, beside them on disk. */
public final class FilesBeside {

    /** Of a profile. */
    public static final String PROFILE = ".json";

    public static final String SCRIPT = ".sh";

    private static final Pattern NAMED = Pattern.compile("\\b(?:from\\s+profile|install|start|stop)\\s+\"([^\"\\n]+)\"");

    /** Of hops and scripts, some kilobytes are much. */
    private static final int LARGEST = 1 << 20;

    private record Given(Map<URI, String> nameByModel, Map<String, String> textByName) {}

    private FilesBeside() {}

    /** From now on the models of the set have these files beside them, and no others. */
    public static void give(ResourceSet set, Map<URI, String> nameByModel, Map<String, String> textByName) {
        set.getLoadOptions().put(FilesBeside.class, new Given(nameByModel, textByName));
    }

    /** Whether it can be told at all what is beside the model; a text in the memory of an editor is nowhere. */
    public static boolean reachable(Resource model) {
        return given(model) != null || model.getURI().isFile();
    }

    /** Whether a file of this name is no model, but what models name. */
    public static boolean is(String fileName) {
        return fileName.endsWith(PROFILE) || fileName.endsWith(SCRIPT);
    }

    /** @param path relative to the model, as {@link #inside} allows it */
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

    /** Whether it stays in the folder of the model: a model that somebody else wrote must not read other files of whoever checks it. */
    public static boolean inside(String path, String ending) {
        return path.endsWith(ending) && !path.startsWith("/") && path.matches("[^\\\\:]+") && !("/" + path + "/").contains("/../");
    }

    /** Paths that a model seems to name; one in a comment is among them, which does no harm. */
    public static List<String> named(String model) {
        return NAMED.matcher(model).results().map(found -> found.group(1)).filter(path -> inside(path, PROFILE) || inside(path, SCRIPT)).toList();
    }

    /** The name under which a file came that lies beside the model. */
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
