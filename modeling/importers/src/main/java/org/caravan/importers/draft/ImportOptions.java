package org.caravan.importers.draft;

import java.util.List;
import java.util.Optional;

/**
 * Options of an import.
 *
 * @param format format of the input; detected from the content if empty
 * @param application name of the application; taken from the input if empty
 * @param environmentFiles files with values of variables of a Compose file; later files take precedence; {@code .env} if empty, as in
 * Compose
 * @param files reads the files that the input references
 */
public record ImportOptions(Optional<Format> format, Optional<String> application, List<String> environmentFiles, CompanionFiles files) {

    /** Takes everything from the input; reads no further files. */
    public static final ImportOptions DEFAULT = new ImportOptions(Optional.empty(), Optional.empty(), List.of(), CompanionFiles.NONE);

    public ImportOptions {
        environmentFiles = List.copyOf(environmentFiles);
    }

    public ImportOptions withFormat(Format known) {
        return new ImportOptions(Optional.of(known), application, environmentFiles, files);
    }

    public ImportOptions withFiles(CompanionFiles readable) {
        return new ImportOptions(format, application, environmentFiles, readable);
    }
}
