package org.caravan.cli.image;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;

@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = "Writes an image as an OCI archive, which `docker load` also accepts.",
        footer = {"", "Example: caravan image export sock-shop/front-end front-end.tar"})
final class ImageExportCommand extends ServerCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the image.")
    private String name;

    @Parameters(index = "1", paramLabel = "FILE", description = "Archive to write.")
    private Path file;

    @Option(names = "--arch", paramLabel = "ARCH", description = "Architecture, amd64 or arm64; required if the image has both.")
    private String architecture;

    @Override
    protected int run(Api api) {
        api.download(ApiPath.of("image-archives").slashed(name).with("architecture", architecture), file);
        long size = file.toFile().length();
        if (!printedJson(JsonMapper.builder().build().valueToTree(Map.of("file", file.toString(), "size", size)))) {
            terminal().line(String.format(Locale.ROOT, "%s, %.1f MB", file, size / 1e6));
        }
        return ExitCode.DONE;
    }
}
