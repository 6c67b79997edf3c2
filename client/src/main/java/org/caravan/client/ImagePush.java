package org.caravan.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.caravan.api.image.ImageUploadOrder;
import org.caravan.client.BuiltImage.BuiltLayer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Uploads images built by image-build; skips layers that the server already has. */
public final class ImagePush {

    private final Api api;
    private final Display display;
    private final boolean quiet;
    private final ImageFolder images;

    /** @param folder output folder of image-build */
    public ImagePush(Api api, Display display, boolean quiet, Path folder) {
        this.api = api;
        this.display = display;
        this.quiet = quiet;
        this.images = new ImageFolder(folder);
    }

    /** Names of all images in the folder, sorted. */
    public List<String> names() {
        return images.names();
    }

    /** @return the server's records of the images, one per name and architecture */
    public List<JsonNode> push(List<String> names) {
        List<JsonNode> pushed = new ArrayList<>();
        for (String name : names) {
            for (BuiltImage image : images.images(name)) {
                pushed.add(push(name, image));
            }
        }
        return pushed;
    }

    private JsonNode push(String name, BuiltImage image) {
        long sent = 0;
        for (BuiltLayer layer : image.layers()) {
            String digest = layer.digest();
            if (!has(digest)) {
                String format = image.isUnikernel() ? "kernel" : "layer";
                new ImageUpload(api, display, quiet).send(images.file(image, digest), (size, sum) ->
                        new ImageUploadOrder(format, size, sum, Optional.empty(), Optional.empty(), List.of(), Map.of()));
                sent += layer.size();
            }
        }
        JsonNode answer = api.put(ApiPath.of("images").slashed(name), image.order());
        if (!quiet) {
            display.line(String.format(Locale.ROOT, "%-32s %-6s %8.1f MB sent", name, image.arch(), sent / 1e6));
        }
        return answer;
    }

    private boolean has(String digest) {
        try {
            api.get(ApiPath.of("image-layers", digest));
            return true;
        } catch (ApiFault fault) {
            if (fault.code().equals("unknown-layer")) {
                return false;
            }
            throw fault;
        }
    }

    /** Output folder of image-build. */
    static final class ImageFolder {

        /** @param images all images of one name; absent in the older format */
        private record Index(Optional<List<BuiltImage>> images) {}

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
        List<BuiltImage> images(String name) {
            Path file = folder.resolve("manifests").resolve(name + ".json");
            try {
                JsonNode document = Answer.MAPPER.readTree(Files.readString(file));
                return Answer.MAPPER.treeToValue(document, Index.class).images()
                        .orElseGet(() -> List.of(Answer.MAPPER.treeToValue(document, BuiltImage.class)));
            } catch (IOException e) {
                throw ImageUpload.unreadable(file, e);
            } catch (JacksonException e) {
                throw new ApiFault("damaged-manifest", file + " is no manifest of an image.\n    Maybe build the image again.");
            }
        }

        Path file(BuiltImage image, String digest) {
            return folder.resolve("layers").resolve(digest.replace(':', '-') + (image.isUnikernel() ? ".kernel" : ".tar.zst"));
        }
    }
}
