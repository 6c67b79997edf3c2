package org.caravan.server.backup;

import java.time.Instant;
import java.util.List;
import java.util.SortedMap;

/**
 * Table of contents of a backup, stored as its last entry, so that a truncated file is detected by its absence.
 *
 * @param version format version of the backup
 * @param madeAt when the databases were copied
 * @param digests SHA-256 in lower-case hex of each file, by its path in the data folder
 * @param parts each file with its size, sorted by path; empty in version 1, which stored only digests
 */
record Contents(int version, Instant madeAt, SortedMap<String, String> digests, List<Part> parts) {

    static final String ENTRY = "caravan-backup.json";
    /** Format version that this release writes, and the newest that it reads. */
    static final int VERSION = 2;

    Contents {
        parts = List.copyOf(parts);
    }

    /**
     * One file or one symbolic link.
     *
     * @param path in the data folder
     * @param size in bytes; 0 for a link
     * @param link target of a link, as a path in the data folder; empty for a file
     */
    record Part(String path, long size, String link) {}

    /**
     * The first entry of a backup, which tells a restore how much disk space it needs.
     *
     * @param version format version of the backup
     * @param files number of files found; some may be gone when they are read
     * @param bytes total size of the files, unpacked
     */
    record Extent(int version, long files, long bytes) {

        static final String ENTRY = "caravan-backup-extent.json";
    }
}
