package org.caravan.importers.draft;

import java.nio.file.Path;

/** A text that is imported; the name says where findings are, and its folder what a nameless application is called. */
public record SourceFile(String name, String text) {

    /** Name without folders: {@code docker-compose.yml}. */
    public String shortName() {
        Path last = Path.of(name).getFileName();
        return last == null ? name : last.toString();
    }
}
