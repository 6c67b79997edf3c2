package org.caravan.server.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Refuses what does not fit on a disk before any of it is written. */
final class Room {

    /** What a file system needs beside the content, and what others may write meanwhile. */
    private static final long SPARE = 16L << 20;

    private Room() {}

    /** @param bytes that are written to the folder */
    static void require(Path folder, long bytes, String what) throws IOException {
        long free = Files.getFileStore(folder).getUsableSpace();
        if (bytes + SPARE > free) {
            throw new BackupFault("%s needs %s in (%s), which has %s left.\nMaybe free some of it, or name a place on another disk.".formatted(what, size(bytes + SPARE), folder, size(free)));
        }
    }

    /** Powers of two, as df -h counts. */
    static String size(long bytes) {
        return bytes >= 1L << 30 ? "%.1f GiB".formatted(bytes / (double) (1L << 30)) : "%d MiB".formatted(Math.max(1, bytes >> 20));
    }
}
