package org.caravan.importers.draft;

import java.nio.file.Path;
import java.util.List;

/** Text to import. Findings refer to its name; the name of its folder is the default name of the application. */
public record SourceFile(String name, String text) {

    /** Name without folders: {@code docker-compose.yml}. */
    public String shortName() {
        Path last = Path.of(name).getFileName();
        return last == null ? name : last.toString();
    }

    /** Name of its folder, or the given default if it has none. */
    public String folder(String otherwise) {
        return commonFolder(List.of(this), otherwise);
    }

    /** Name of the innermost folder that contains all files, or the given default if that folder has no name. */
    public static String commonFolder(List<SourceFile> files, String otherwise) {
        Path common = files.get(0).path().getParent();
        for (SourceFile file : files) {
            while (common != null && !file.path().startsWith(common)) {
                common = common.getParent();
            }
        }
        return common == null || common.getFileName() == null ? otherwise : common.getFileName().toString();
    }

    private Path path() {
        return Path.of(name).toAbsolutePath().normalize();
    }
}
