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

/** Copies the secrets with the matching keys, even if a running server rotates the key at the same time. */
final class SecretCopies {

    /** Maximum of attempts; a key rotation takes milliseconds. */
    private static final int TRIES = 20;

    private SecretCopies() {}

    /** @return paths in the data folder of the copied files */
    static List<String> take(Path data, Path target) throws IOException {
        for (int left = TRIES; left > 0; left--) {
            Map<String, String> keys = keys(data);
            List<String> copied = copy(data, target);
            // If the key changed during the copy, secrets may be encrypted with a new key that was not copied.
            if (keys.equals(keys(data))) {
                return copied;
            }
            for (String name : copied) {
                Files.deleteIfExists(target.resolve(name));
            }
        }
        throw new BackupFault("The key of the secrets in (" + data
                + ") changes again and again.\nMaybe wait until its rotation has ended.");
    }

    private static Map<String, String> keys(Path data) throws IOException {
        Map<String, String> keys = new TreeMap<>();
        for (String name : Parts.SECRETS) {
            Path file = data.resolve(name);
            if (Files.isRegularFile(file)) {
                try {
                    keys.put(name, ContentDigest.of(file).hex());
                } catch (NoSuchFileException gone) {
                    // the comparison after the copy detects the change
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
                    // a secret that was removed meanwhile does not belong to the backup
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
                .filter(each -> Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)
                        && !each.getFileName().toString().startsWith(DurableFiles.DRAFT)).toList();
    }
}
