package org.caravan.client;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.caravan.api.image.ImageUploadOrder;
import org.caravan.client.BuiltImage.BuiltLayer;
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
        JsonNode answer = api.put(ApiPath.of("images").slashed(name), image.body());
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
}
