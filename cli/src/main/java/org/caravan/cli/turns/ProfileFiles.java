package org.caravan.cli.turns;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.caravan.client.ApiFault;
import tools.jackson.databind.json.JsonMapper;

/** Writes the files that {@code request … from profile} reads: NAME.turns.json. */
final class ProfileFiles {

    private ProfileFiles() {}

    /** @param hops of which each is one of {@link #hop} */
    static Map<String, Object> profile(String request, int samples, List<Map<String, Object>> hops) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("request", request);
        document.put("samples", samples);
        document.put("hops", hops);
        return document;
    }

    /** @param bytes mean @param p95Bytes at least the mean; written if it is greater */
    static Map<String, Object> hop(String from, String to, int turns, long bytes, long p95Bytes) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("from", from);
        shown.put("to", to);
        shown.put("turns", turns);
        shown.put("bytes", bytes);
        if (p95Bytes > bytes) {
            shown.put("p95Bytes", p95Bytes);
        }
        return shown;
    }

    /**
     * Writes nothing if one of the files exists.
     *
     * @param profiles by request
     * @param force whether files are overwritten
     */
    static List<Path> write(Path folder, boolean force, Map<String, Map<String, Object>> profiles) {
        Map<Path, Map<String, Object>> files = new LinkedHashMap<>();
        profiles.forEach((request, profile) -> files.put(folder.resolve(request + ".turns.json"), profile));
        refuseExisting(files.keySet().stream().toList(), force);
        files.forEach((file, profile) -> {
            try {
                Files.createDirectories(folder);
                Files.writeString(file, JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(profile) + "\n");
            } catch (IOException e) {
                throw new ApiFault("file-not-written", "The file " + file + " cannot be written: " + e.getMessage()
                        + ".\n    Maybe check the permissions of " + folder + ".");
            }
        });
        return List.copyOf(files.keySet());
    }

    private static void refuseExisting(List<Path> files, boolean force) {
        files.stream().filter(file -> Files.exists(file) && !force).findFirst().ifPresent(file -> {
            throw new ApiFault("file-exists", "The file " + file
                    + " already exists; nothing was changed.\n    Maybe choose another folder, or overwrite it: --force");
        });
    }
}
