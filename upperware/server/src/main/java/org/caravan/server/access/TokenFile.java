package org.caravan.server.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The file that holds the token for people and tools on this machine; mode 0600, made at the first start. */
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

    /** Complete before it appears under its name, and never readable by others, not even for a moment. */
    private static void create(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path draft = Files.createTempFile(folder, "token", ".new", PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        Files.writeString(draft, TokenText.newSecret() + "\n");
        try {
            // An empty file says nothing; one that another server made meanwhile is the token of both.
            if (Files.exists(file) && Files.readString(file).isBlank()) {
                Files.delete(file);
            }
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException made) {
            return;
        } finally {
            Files.delete(draft);
        }
    }
}
