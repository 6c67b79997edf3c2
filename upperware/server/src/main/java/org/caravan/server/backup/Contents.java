package org.caravan.server.backup;

import java.time.Instant;
import java.util.SortedMap;

/**
 * The last entry of a backup: a file that was cut off has none.
 *
 * @param version of the form of backups
 * @param madeAt when the databases were copied
 * @param digests SHA-256 in lower-case hex of every file, by its path in the data folder
 */
record Contents(int version, Instant madeAt, SortedMap<String, String> digests) {

    static final String ENTRY = "caravan-backup.json";
    /** What this release writes, and the newest it reads. */
    static final int VERSION = 1;
}
