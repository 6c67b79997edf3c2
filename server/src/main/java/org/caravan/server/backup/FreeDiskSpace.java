package org.caravan.server.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks free disk space before anything is written. */
final class FreeDiskSpace {

    /** Reserve in bytes for file system metadata and for concurrent writers. */
    private static final long SPARE = 16L << 20;

    private FreeDiskSpace() {}

    /** @param bytes number of bytes that will be written to the folder */
    static void require(Path folder, long bytes, String what) throws IOException {
        long free = Files.getFileStore(folder).getUsableSpace();
        if (bytes + SPARE > free) {
            throw new BackupFault("%s needs %s in (%s), which has %s left.\nMaybe free some space, or use a folder on another disk."
                    .formatted(what, size(bytes + SPARE), folder, size(free)));
        }
    }

    /** Size in binary units, like {@code df -h}. */
    static String size(long bytes) {
        return bytes >= 1L << 30 ? "%.1f GiB".formatted(bytes / (double) (1L << 30)) : "%d MiB".formatted(Math.max(1, bytes >> 20));
    }
}
