package org.caravan.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Output folder of image-build. */
final class ImageFolder {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path folder;

    ImageFolder(Path folder) {
        this.folder = folder;
    }

    /** Names of the images in the folder, sorted; empty if there are none. */
    List<String> names() {
        Path manifests = folder.resolve("manifests");
        if (!Files.isDirectory(manifests)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(manifests)) {
            return files.map(file -> manifests.relativize(file).toString()).filter(name -> name.endsWith(".json"))
                    .map(name -> name.substring(0, name.length() - ".json".length())).sorted().toList();
        } catch (IOException e) {
            throw ImageUpload.unreadable(manifests, e);
        }
    }

    /** The images with this name, one per architecture. A manifest in the older format is a single image. */
    List<JsonNode> images(String name) {
        Path file = folder.resolve("manifests").resolve(name + ".json");
        try {
            JsonNode index = JSON.readTree(Files.readString(file));
            return index.path("images").isArray() ? index.path("images").valueStream().toList() : List.of(index);
        } catch (IOException e) {
            throw ImageUpload.unreadable(file, e);
        } catch (JacksonException e) {
            throw new ApiFault("damaged-manifest", file + " is no manifest of an image.\n    Maybe build the image again.");
        }
    }

    static String kind(JsonNode image) {
        return image.path("kind").asString("container");
    }

    Path file(JsonNode image, String digest) {
        return folder.resolve("layers").resolve(digest.replace(':', '-') + (kind(image).equals("unikernel") ? ".kernel" : ".tar.zst"));
    }

    /** The image as a request body of the REST API. */
    static Map<String, Object> body(JsonNode image) {
        Map<String, Object> body = new TreeMap<>();
        body.put("kind", kind(image));
        body.put("architecture", image.path("arch").asString());
        body.put("start", image.path("start"));
        body.put("environment", image.path("env"));
        body.put("layers", image.path("layers").valueStream().map(ImageFolder::layer).toList());
        return body;
    }

    private static Map<String, Object> layer(JsonNode layer) {
        Map<String, Object> body = new TreeMap<>(Map.of("digest", layer.path("digest").asString()));
        if (layer.path("unpacked").isObject()) {
            body.put("unpackedDigest", layer.path("unpacked").path("digest").asString());
            body.put("unpackedSize", layer.path("unpacked").path("size").asLong());
        }
        return body;
    }
}
