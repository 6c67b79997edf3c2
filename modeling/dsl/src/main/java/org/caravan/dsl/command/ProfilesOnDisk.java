package org.caravan.dsl.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.caravan.dsl.profile.ProfileFiles;

/** Files that models take hops of requests from, read with the models. */
public final class ProfilesOnDisk {

    private ProfilesOnDisk() {}

    /**
     * The models with the profiles that they name and that are there; what is not is for the rules to say.
     *
     * @param models text by the path it was read from
     */
    public static Map<String, String> with(Map<String, String> models) throws IOException {
        Map<String, String> all = new LinkedHashMap<>(models);
        for (Map.Entry<String, String> model : models.entrySet()) {
            for (String path : ProfileFiles.named(model.getValue())) {
                String name = ProfileFiles.beside(model.getKey(), path);
                if (Files.isReadable(Path.of(name))) {
                    all.put(name, Files.readString(Path.of(name)));
                }
            }
        }
        return all;
    }
}
