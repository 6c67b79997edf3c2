package org.caravan.importers.draft;

import java.nio.file.Path;

/** Text to import. Findings refer to its name; the name of its folder is the default name of the application. */
public record SourceFile(String name, String text) {

    /** Name without folders: {@code docker-compose.yml}. */
    public String shortName() {
        Path last = Path.of(name).getFileName();
        return last == null ? name : last.toString();
    }

    /** Name of its folder, or the given default if it has none. */
    public String folder(String otherwise) {
        Path folder = Path.of(name).toAbsolutePath().normalize().getParent();
        return folder == null || folder.getFileName() == null ? otherwise : folder.getFileName().toString();
    }
}
