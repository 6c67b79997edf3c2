package org.caravan.cli.image;

import java.nio.file.Path;
import java.util.List;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import org.caravan.client.ImagePush;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;

@Command(
        name = "push",
        mixinStandardHelpOptions = true,
        description = "Uploads images built by `image-build` to the server. Layers that the server already has are not sent.",
        footer = {"", "Example: caravan image push data/images sock-shop/front-end"})
final class ImagePushCommand extends ServerCommand {

    @Parameters(index = "0", paramLabel = "FOLDER", description = "Output folder of `image-build`.")
    private Path folder;

    @Parameters(index = "1..*", paramLabel = "NAME", description = "Names of images (default: all images in FOLDER).")
    private List<String> names = List.of();

    @Override
    protected int run(Api api) {
        ImagePush push = new ImagePush(api, terminal(), json(), folder);
        List<String> wanted = names.isEmpty() ? push.names() : names;
        if (wanted.isEmpty()) {
            throw new ApiFault("no-images", folder + " has no images.\n    Maybe image-build used another --output folder.");
        }
        printedJson(JsonMapper.builder().build().valueToTree(push.push(wanted)));
        return ExitCode.DONE;
    }
}
