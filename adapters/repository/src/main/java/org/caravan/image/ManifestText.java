package org.caravan.image;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.canonical.Digest;
import org.caravan.infrastructure.Architecture;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes indexes as JSON, in the format of image-build: {@code {"name", "images": [{"kind", "arch", "digest", "layers":
 * [{"digest", "size", "unpacked"}], "start", "env"}]}}. The older format, one manifest that contains the name, is read as an index
 * with one manifest.
 */
public final class ManifestText {

    private static final JsonMapper JSON = new JsonMapper();

    private ManifestText() {}

    /** @throws IllegalArgumentException if the text is not an index or violates a rule of the records */
    public static ImageIndex read(String name, String text) {
        JsonNode json;
        try {
            json = JSON.readTree(text);
        } catch (JacksonException e) {
            throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
        }
        List<ImageManifest> manifests = new ArrayList<>();
        if (json.path("images").isArray()) {
            json.path("images").forEach(image -> manifests.add(manifest(name, image)));
        } else {
            manifests.add(manifest(name, json));
        }
        return new ImageIndex(name, manifests);
    }

    private static ImageManifest manifest(String name, JsonNode json) {
        List<Layer> layers = new ArrayList<>();
        json.path("layers").forEach(layer -> layers.add(layer(layer)));
        List<String> start = new ArrayList<>();
        json.path("start").forEach(word -> start.add(word.asString()));
        Map<String, String> environment = new TreeMap<>();
        json.path("env").properties().forEach(entry -> environment.put(entry.getKey(), entry.getValue().asString()));
        return new ImageManifest(name, ImageKind.parse(json.path("kind").asString("container")),
                architecture(json.path("arch").asString("")), layers, start, environment);
    }

    private static Layer layer(JsonNode json) {
        Optional<Layer.Unpacked> unpacked = json.path("unpacked").isObject()
                ? Optional.of(new Layer.Unpacked(ContentDigest.parse(json.path("unpacked").path("digest").asString("")),
                        json.path("unpacked").path("size").asLong(0)))
                : Optional.empty();
        return new Layer(ContentDigest.parse(json.path("digest").asString("")), json.path("size").asLong(0), unpacked);
    }

    /** @throws IllegalArgumentException for an unsupported architecture */
    public static Architecture architecture(String text) {
        return Arrays.stream(Architecture.values()).filter(known -> known.toString().equals(text)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the architecture (" + text + ") is none of " + List.of(Architecture.values())));
    }

    public static String write(ImageIndex index) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", index.name());
        json.put("images", index.manifests().stream().map(ManifestText::plain).toList());
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
    }

    private static Map<String, Object> plain(ImageManifest image) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("kind", image.kind().toString());
        json.put("arch", image.architecture().toString());
        json.put("digest", image.digest().toString());
        json.put("layers", image.layers().stream().map(ManifestText::plain).toList());
        json.put("start", image.start());
        json.put("env", image.environment());
        return json;
    }

    private static Map<String, Object> plain(Layer layer) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("digest", layer.digest().toString());
        json.put("size", layer.size());
        layer.unpacked().ifPresent(tar ->
                json.put("unpacked", new TreeMap<>(Map.of("digest", tar.digest().toString(), "size", tar.size()))));
        return json;
    }

    /**
     * Digest over JSON without spaces, with sorted keys. The kind is included only if it is not CONTAINER, so that older digests
     * stay valid.
     */
    static ContentDigest digest(ImageManifest image) {
        Map<String, Object> json = new TreeMap<>();
        json.put("layers", image.layers().stream().map(layer -> layer.digest().toString()).toList());
        json.put("start", image.start());
        json.put("env", image.environment());
        if (image.kind() != ImageKind.CONTAINER) {
            json.put("kind", image.kind().toString());
        }
        return new ContentDigest(Digest.of(JSON.writeValueAsString(json)));
    }
}
