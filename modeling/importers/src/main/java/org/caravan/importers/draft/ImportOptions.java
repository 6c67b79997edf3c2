package org.caravan.importers.draft;

import java.util.List;
import java.util.Optional;

/**
 * What the caller of an import chooses.
 *
 * @param format of the input; recognised from the content if empty
 * @param application name of the application; taken from the input if empty
 * @param environmentFiles files with values of variables of a Compose file, later ones first; {@code .env} if empty, as Compose does
 * @param files reads the files that the input refers to
 */
public record ImportOptions(Optional<Format> format, Optional<String> application, List<String> environmentFiles, CompanionFiles files) {

    /** Everything is taken from the input; no further file is read. */
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
