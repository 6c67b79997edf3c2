package org.caravan.dsl.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.caravan.dsl.profile.FilesBeside;

/** Profiles and scripts that models name, read with the models. */
public final class FilesOnDisk {

    private FilesOnDisk() {}

    /**
     * The models with the files that they name and that are there; what is not is for the rules to say.
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
