package org.caravan.importers.draft;

import java.util.Optional;

/** Files that an imported file refers to, such as {@code .env} and the {@code env_file} of a Compose service. */
@FunctionalInterface
public interface CompanionFiles {

    /** No file can be read. */
    CompanionFiles NONE = path -> Optional.empty();

    /**
     * @param path as the imported file names it, relative to the folder of that file
     * @return its text; empty if there is no such file, or it cannot be read
     */
    Optional<String> read(String path);
}
