package org.caravan.image.archive;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageKind;
import org.caravan.image.ImageManifest;
import org.caravan.image.Layer;
import org.caravan.image.ManifestText;
import org.caravan.text.TextRule;
import tools.jackson.databind.JsonNode;

/**
 * An image as described in an archive.
 *
 * @param name without registry and tag
 * @param config the OCI image configuration
 */
record ArchivedImage(Optional<String> name, JsonNode config, List<Part> layers) {

    private static final String SEARCHED = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    /**
     * A file of the archive.
     *
     * @param digest expected digest; empty if the archive does not specify it
     */
    record Part(String path, Optional<ContentDigest> digest) {}

    /** Converts {@code registry.example:5000/shop/web:1.2@sha256:…} to the image name {@code shop/web}. */
    static Optional<String> nameOf(String reference) {
        String plain = reference.replaceFirst("@.*$", "").replaceFirst(":[^/:]*$", "");
        String[] words = plain.split("/", 2);
        boolean registry = words.length == 2 && (words[0].contains(".") || words[0].contains(":") || words[0].equals("localhost"));
        String name = registry ? words[1] : plain;
        return Optional.of(name).filter(found -> !found.isBlank());
    }

    ImageManifest manifest(String image, List<Layer> taken, Incoming incoming, TreeNames files, List<String> notes) {
        Map<String, String> environment = new TreeMap<>();
        config.path("config").path("Env").forEach(entry -> {
            String[] words = entry.asString().split("=", 2);
            environment.put(words[0], words.length > 1 ? words[1] : "");
        });
        environment.putAll(incoming.environment());
        List<String> start = new ArrayList<>(incoming.start());
        if (start.isEmpty()) {
            config.path("config").path("Entrypoint").forEach(word -> start.add(word.asString()));
            config.path("config").path("Cmd").forEach(word -> start.add(word.asString()));
        }
        if (!start.isEmpty()) {
            start.set(0, wholePath(start.get(0), environment.getOrDefault("PATH", SEARCHED), files));
        }
        note("User", "root", notes);
        note("WorkingDir", "/", notes);
        return new ImageManifest(image, ImageKind.CONTAINER, ManifestText.architecture(config.path("architecture").asString("")),
                taken, start, environment);
    }

    /** Resolves a program to its path, because containers start without a search path. */
    private static String wholePath(String program, String searched, TreeNames files) {
        if (program.contains("/")) {
            return program;
        }
        for (String folder : searched.split(":")) {
            String path = folder + "/" + program;
            if (files.has(path.replaceFirst("^/", ""))) {
                return path;
            }
        }
        return program;
    }

    private void note(String key, String usual, List<String> notes) {
        String value = config.path("config").path(key).asString("");
        if (!value.isEmpty() && !value.equals(usual) && !value.equals("0") && !value.equals("0:0")) {
            notes.add(key + " " + TextRule.excerpt(value) + " (an image with us has none: let the start command set it)");
        }
    }
}
