package org.caravan.server;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.caravan.canonical.Digest;

/** The smallest image in the two forms that commands of the client read. */
final class BuiltImage {

    private BuiltImage() {}

    /** A tar archive with one file. */
    static Path rootFileSystem(Path file) throws IOException {
        return Files.write(file, tar());
    }

    /** The output folder of image-build with one image of one layer, for amd64. */
    static Path outputFolder(Path folder, String name) throws IOException {
        byte[] layer = Zstd.compress(tar());
        String digest = Digest.of(layer);
        Files.write(Files.createDirectories(folder.resolve("layers")).resolve("sha256-" + digest + ".tar.zst"), layer);
        Path manifest = folder.resolve("manifests").resolve(name + ".json");
        Files.createDirectories(manifest.getParent());
        Files.writeString(manifest, """
                {"name": "%s", "images": [{"kind": "container", "arch": "amd64", "layers": [{"digest": "sha256:%s", "size": %d}],
                 "start": ["/bin/web"], "env": {}}]}""".formatted(name, digest, layer.length));
        return folder;
    }

    private static byte[] tar() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
            TarArchiveEntry entry = new TarArchiveEntry("bin/web");
            entry.setSize(4);
            tar.putArchiveEntry(entry);
            tar.write("true".getBytes(StandardCharsets.UTF_8));
            tar.closeArchiveEntry();
        }
        return bytes.toByteArray();
    }
}
