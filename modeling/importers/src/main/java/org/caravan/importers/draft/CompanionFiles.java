package org.caravan.importers.draft;

import java.util.Optional;

/** Reads files that an imported file references, such as {@code .env} and the {@code env_file} of a Compose service. */
@FunctionalInterface
public interface CompanionFiles {

    /** Reads no files. */
    CompanionFiles NONE = path -> Optional.empty();

    /**
     * @param path path in the imported file, relative to the folder of that file
     * @return its text; empty if the file does not exist or cannot be read
     */
    Optional<String> read(String path);
}
