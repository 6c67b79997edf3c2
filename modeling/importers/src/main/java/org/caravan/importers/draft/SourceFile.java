package org.caravan.importers.draft;

import java.nio.file.Path;

/** A text that is imported; the name says where findings are, and its folder what a nameless application is called. */
public record SourceFile(String name, String text) {

    /** Name without folders: {@code docker-compose.yml}. */
    public String shortName() {
        Path last = Path.of(name).getFileName();
        return last == null ? name : last.toString();
    }

    /** Name of the folder it lies in, or a name in place of it where it has none. */
    public String folder(String otherwise) {
        Path folder = Path.of(name).toAbsolutePath().normalize().getParent();
        return folder == null || folder.getFileName() == null ? otherwise : folder.getFileName().toString();
    }
}
