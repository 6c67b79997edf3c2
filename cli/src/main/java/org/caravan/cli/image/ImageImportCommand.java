package org.caravan.cli.image;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.caravan.api.image.ImageUploadOrder;
import org.caravan.api.image.UploadResult;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.command.ServerCommand;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ImageUpload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description =
                "Creates an image from a file: an OCI archive (also written by `docker save`), a tar archive of a root file system, or a "
                + "unikernel.",
        footer = {"", "After an interruption the same command continues the upload.",
                "Example: caravan image import rootfs.tar.gz --format rootfs --name shop/web --arch arm64 --start /bin/web"})
final class ImageImportCommand extends ServerCommand {

    @Parameters(paramLabel = "FILE", description = "File to import.")
    private Path file;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "oci",
            description = "Format: oci, rootfs or unikernel (default: ${DEFAULT-VALUE}).")
    private String format;

    @Option(names = "--name", paramLabel = "NAME", description = "Name of the image (default: the name in the OCI archive).")
    private String name;

    @Option(names = "--arch", paramLabel = "ARCH",
            description = "Architecture, amd64 or arm64 (default: read from an OCI archive or ELF kernel).")
    private String architecture;

    @Option(names = "--base", paramLabel = "IMAGE",
            description = "Image on the server whose layers, start command and variables the new image takes over; only for rootfs.")
    private String base;

    @Option(names = "--start", paramLabel = "WORD", arity = "1..*",
            description = "Start command and its arguments (default: those in the file).")
    private List<String> start = List.of();

    @Option(names = "--env", paramLabel = "KEY=VALUE", description = "Environment variable; may be repeated.")
    private Map<String, String> environment = Map.of();

    @Override
    protected int run(Api api) {
        Answer<UploadResult> answer = new ImageUpload(api, terminal(), json()).send(file, (size, digest) ->
                new ImageUploadOrder(format, size, digest, Optional.ofNullable(name), Optional.ofNullable(architecture), start,
                        environment, Optional.ofNullable(base)));
        if (!printedJson(answer)) {
            answer.value().images().forEach(image -> terminal().line(String.format(Locale.ROOT, "%s  %s  %.1f MB  %s", image.name(),
                    image.architecture(), image.size() / 1e6, image.digest())));
            answer.value().notes().forEach(note -> terminal().line("  left out: " + note));
        }
        return ExitCode.DONE;
    }
}
