package org.caravan.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Output folder of image-build. */
final class ImageFolder {

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
