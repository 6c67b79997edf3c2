package org.caravan.server.secrets;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/** How files that nobody else may read are written. */
final class SecretFiles {

    private SecretFiles() {}

    /** Whole and on the disk before it appears under its name; never readable by others, not even for a moment. */
    static void write(Path file, byte[] content) throws IOException {
        Path draft = Files.createTempFile(file.toAbsolutePath().getParent(), ".draft", null,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(content));
            channel.force(true);
        }
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
