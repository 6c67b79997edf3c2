package org.caravan.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Command(
        name = "push",
        mixinStandardHelpOptions = true,
        description = "Brings images that image-build made to the server; layers it has are not sent.",
        footer = {"", "Example: caravan image push data/images sock-shop/front-end"})
final class ImagePushCommand extends ServerCommand {

    @Parameters(index = "0", paramLabel = "FOLDER", description = "Folder that was image-build's --output.")
    private Path folder;

    @Parameters(index = "1..*", paramLabel = "NAME", description = "Names of images; none for all of the folder.")
    private List<String> names = List.of();

    @Override
    int run(Api api) {
        ImageFolder images = new ImageFolder(folder);
        List<String> wanted = names.isEmpty() ? images.names() : names;
        if (wanted.isEmpty()) {
            throw new ApiFault("no-images", folder + " has no images.\n    Maybe another folder was image-build's --output.");
        }
        List<JsonNode> pushed = new ArrayList<>();
        for (String name : wanted) {
            for (JsonNode image : images.images(name)) {
                pushed.add(push(api, images, name, image));
            }
        }
        printedJson(JsonMapper.builder().build().valueToTree(pushed));
        return ExitCode.DONE;
    }

    private JsonNode push(Api api, ImageFolder images, String name, JsonNode image) {
        long sent = 0;
        for (JsonNode layer : image.path("layers")) {
            String digest = layer.path("digest").asString();
            if (!has(api, digest)) {
                String format = ImageFolder.kind(image).equals("unikernel") ? "kernel" : "layer";
                new ImageUpload(api, terminal(), json()).send(images.file(image, digest), Map.of("format", format, "start", List.of(), "environment", Map.of()));
                sent += layer.path("size").asLong();
            }
        }
        JsonNode answer = api.put("images/" + name, ImageFolder.body(image));
        if (!json()) {
            terminal().line(String.format(Locale.ROOT, "%-32s %-6s %8.1f MB sent", name, image.path("arch").asString(), sent / 1e6));
        }
        return answer;
    }

    private static boolean has(Api api, String digest) {
        try {
            api.get("image-layers/" + digest);
            return true;
        } catch (ApiFault fault) {
            if (fault.code().equals("unknown-layer")) {
                return false;
            }
            throw fault;
        }
    }
}
