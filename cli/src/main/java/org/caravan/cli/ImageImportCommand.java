package org.caravan.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.client.Api;
import org.caravan.client.ImageUpload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description = "Makes an image of a file: an OCI archive (or what docker save writes), a tarball of a file tree, a kernel.",
        footer = {"", "After a break the same command goes on where it was cut off.", "Example: caravan image import rootfs.tar.gz --format rootfs --name shop/web --arch arm64 --start /bin/web"})
final class ImageImportCommand extends ServerCommand {

    @Parameters(paramLabel = "FILE", description = "The file.")
    private Path file;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "oci", description = "oci, rootfs or unikernel (${DEFAULT-VALUE}).")
    private String format;

    @Option(names = "--name", paramLabel = "NAME", description = "What the image is called; an OCI archive may say it itself.")
    private String name;

    @Option(names = "--arch", paramLabel = "ARCH", description = "amd64 or arm64; OCI archives and ELF kernels say it themselves.")
    private String architecture;

    @Option(names = "--start", paramLabel = "WORD", arity = "1..*", description = "Start command and its arguments, in place of the file's own.")
    private List<String> start = List.of();

    @Option(names = "--env", paramLabel = "KEY=VALUE", description = "Environment variable; may be repeated.")
    private Map<String, String> environment = Map.of();

    @Override
    int run(Api api) {
        Map<String, Object> what = new TreeMap<>(Map.of("format", format, "start", start, "environment", environment));
        if (name != null) {
            what.put("name", name);
        }
        if (architecture != null) {
            what.put("architecture", architecture);
        }
        JsonNode made = new ImageUpload(api, terminal(), json()).send(file, what);
        if (!printedJson(made)) {
            made.path("images").forEach(image -> terminal().line(String.format(Locale.ROOT, "%s  %s  %.1f MB  %s", image.path("name").asString(),
                    image.path("architecture").asString(), image.path("size").asLong() / 1e6, image.path("digest").asString())));
            made.path("notes").forEach(note -> terminal().line("  left out: " + note.asString()));
        }
        return ExitCode.DONE;
    }
}
