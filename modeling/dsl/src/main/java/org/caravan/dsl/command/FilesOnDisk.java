package org.caravan.dsl.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.caravan.dsl.profile.FilesBeside;

/** Reads the profiles and scripts that models reference from disk. */
public final class FilesOnDisk {

    private FilesOnDisk() {}

    /**
     * Returns the models together with the referenced files that exist; rules report missing files.
     *
     * @param models text by the path it was read from
     */
    public static Map<String, String> with(Map<String, String> models) throws IOException {
        Map<String, String> all = new LinkedHashMap<>(models);
        for (Map.Entry<String, String> model : models.entrySet()) {
            for (String path : FilesBeside.named(model.getValue())) {
                String name = FilesBeside.beside(model.getKey(), path);
                if (Files.isReadable(Path.of(name))) {
                    all.put(name, Files.readString(Path.of(name)));
                }
            }
        }
        return all;
    }
}
