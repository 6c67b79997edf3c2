package org.caravan.server.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.caravan.durable.DurableFiles;

/** The file of the token for people and tools on this machine; mode 0600, created at the first start. */
final class TokenFile {

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private TokenFile() {}

    static String readOrCreate(Path file) {
        try {
            if (Files.notExists(file) || Files.readString(file).isBlank()) {
                create(file);
            }
            Files.setPosixFilePermissions(file, OWNER_ONLY);
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("The token file (" + file + ") cannot be read or made.\n"
                    + "Maybe set caravan.token-file to a file that may be written.", e);
        }
    }

    /** Writes the file completely before it appears under its name; other users can never read it. */
    private static void create(Path file) throws IOException {
        DurableFiles.createFolders(file.toAbsolutePath().getParent());
        // An empty file holds no token. If another server creates the file at the same time, both use that token.
        if (Files.exists(file) && Files.readString(file).isBlank()) {
            Files.delete(file);
        }
        try {
            DurableFiles.create(file, (TokenText.newSecret() + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (FileAlreadyExistsException made) {
            DurableFiles.force(file);
        }
    }
}
