package org.caravan.server.backup;

import java.time.Instant;
import java.util.List;
import java.util.SortedMap;

/**
 * The list of what belongs to a backup, its last entry: a file that was cut off has none.
 *
 * @param version of the form of backups
 * @param madeAt when the databases were copied
 * @param digests SHA-256 in lower-case hex of every file, by its path in the data folder
 * @param parts every file with its size, sorted by path; empty in version 1, which kept digests alone
 */
record Contents(int version, Instant madeAt, SortedMap<String, String> digests, List<Part> parts) {

    static final String ENTRY = "caravan-backup.json";
    /** What this release writes, and the newest it reads. */
    static final int VERSION = 2;

    Contents {
        parts = List.copyOf(parts);
    }

    /**
     * One file or one symbolic link.
     *
     * @param path in the data folder
     * @param size in bytes; 0 for a link
     * @param link where a link leads, as a path in the data folder; empty for a file
     */
    record Part(String path, long size, String link) {}

    /**
     * The first entry of a backup, from which a restore knows how much room it takes.
     *
     * @param version of the form of backups
     * @param files as many as were found; some may be gone when they are read
     * @param bytes of all of them, unpacked
     */
    record Extent(int version, long files, long bytes) {

        static final String ENTRY = "caravan-backup-extent.json";
    }
}
