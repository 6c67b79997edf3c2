package org.caravan.server.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.caravan.durable.DurableFiles;
import org.caravan.image.ContentDigest;

/** Copies of the secrets with the keys that open them, although a running server may change the key at this moment. */
final class SecretCopies {

    /** A change of the key takes milliseconds. */
    private static final int TRIES = 20;

    private SecretCopies() {}

    /** @return paths in the data folder of what was copied */
    static List<String> take(Path data, Path target) throws IOException {
        for (int left = TRIES; left > 0; left--) {
            Map<String, String> keys = keys(data);
            List<String> copied = copy(data, target);
            // Secrets that were written with a key that came meanwhile could not be opened with the key that was copied.
            if (keys.equals(keys(data))) {
                return copied;
            }
            for (String name : copied) {
                Files.deleteIfExists(target.resolve(name));
            }
        }
        throw new BackupFault("The key of the secrets in (" + data + ") changes again and again.\nMaybe wait until its rotation has ended.");
    }

    private static Map<String, String> keys(Path data) throws IOException {
        Map<String, String> keys = new TreeMap<>();
        for (String name : Parts.SECRETS) {
            Path file = data.resolve(name);
            if (Files.isRegularFile(file)) {
                try {
                    keys.put(name, ContentDigest.of(file).hex());
                } catch (NoSuchFileException gone) {
                    // the next look finds other keys
                }
            }
        }
        return keys;
    }

    private static List<String> copy(Path data, Path target) throws IOException {
        Stream.Builder<String> copied = Stream.builder();
        for (String top : Parts.SECRETS) {
            for (Path file : below(data.resolve(top))) {
                String name = data.relativize(file).toString();
                Files.createDirectories(target.resolve(name).getParent());
                try {
                    Files.copy(file, target.resolve(name), StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
                    copied.add(name);
                } catch (NoSuchFileException removed) {
                    // a secret that was removed meanwhile belongs to no backup
                }
            }
        }
        return copied.build().sorted().toList();
    }

    private static List<Path> below(Path top) throws IOException {
        if (!Files.exists(top)) {
            return List.of();
        }
        return DurableFiles.below(top, Integer.MAX_VALUE).stream()
                .filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS) && !each.getFileName().toString().startsWith(DurableFiles.DRAFT)).toList();
    }
}
