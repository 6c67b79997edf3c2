package org.caravan.server.backup;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.caravan.image.ContentDigest;
import org.caravan.json.Json;
import org.springframework.util.FileSystemUtils;

/** A data folder out of a backup: whole and checked, or not at all. */
final class Restoration {

    private static final int OWNER_RUNS = 0100;

    private final Path file;

    Restoration(Path file) {
        this.file = file;
    }

    /** @param data must be empty or not there: nothing is written over */
    Contents into(Path data) {
        try {
            if (!isEmpty(data)) {
                throw new BackupFault("The folder (" + data + ") holds something already.\nMaybe stop its server and move the folder away, or name another: --data FOLDER.");
            }
            return restored(data.toAbsolutePath().normalize());
        } catch (IOException e) {
            throw new BackupFault("The backup (" + file + ") cannot be brought back to " + data + ": " + e.getMessage()
                    + "\nMaybe the file is no backup or was cut off, or the disk is full.", e);
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        if (Files.notExists(folder)) {
            return true;
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.findAny().isEmpty();
        }
    }

    private Contents restored(Path data) throws IOException {
        Files.createDirectories(data.getParent());
        Path draft = Files.createTempDirectory(data.getParent(), ".caravan-restore", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try {
            Contents contents = unpacked(draft);
            Files.deleteIfExists(data);
            Files.move(draft, data, StandardCopyOption.ATOMIC_MOVE);
            return contents;
        } finally {
            FileSystemUtils.deleteRecursively(draft);
        }
    }

    private Contents unpacked(Path draft) throws IOException {
        SortedMap<String, String> digests = new TreeMap<>();
        Optional<Contents> contents = Optional.empty();
        try (InputStream in = Files.newInputStream(file); TarArchiveInputStream tar = new TarArchiveInputStream(new ZstdInputStream(in), StandardCharsets.UTF_8.name())) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (entry.getName().equals(Contents.ENTRY)) {
                    contents = Optional.of(Json.read(new String(tar.readAllBytes(), StandardCharsets.UTF_8), Contents.class));
                } else {
                    digests.put(entry.getName(), unpack(entry, tar, draft));
                }
            }
        }
        return checked(contents, digests);
    }

    private static String unpack(TarArchiveEntry entry, InputStream content, Path draft) throws IOException {
        Path target = draft.resolve(entry.getName()).normalize();
        if (!entry.isFile() || !target.startsWith(draft)) {
            throw new IOException("its entry (" + entry.getName() + ") is no file of a data folder");
        }
        Files.createDirectories(target.getParent(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        boolean runs = (entry.getMode() & OWNER_RUNS) != 0;
        Files.createFile(target, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(runs ? "rwx------" : "rw-------")));
        try (OutputStream out = Files.newOutputStream(target)) {
            MessageDigest sum = ContentDigest.newSum();
            new DigestInputStream(content, sum).transferTo(out);
            return ContentDigest.of(sum).hex();
        }
    }

    private Contents checked(Optional<Contents> found, SortedMap<String, String> digests) {
        Contents contents = found.orElseThrow(() -> new BackupFault("The backup (" + file + ") has no end.\nMaybe it was cut off when it was copied: copy it again."));
        if (contents.version() > Contents.VERSION) {
            throw new BackupFault("The backup (" + file + ") is of form " + contents.version() + ", and this release reads up to " + Contents.VERSION
                    + ".\nMaybe bring it back with the release that made it, or a newer one.");
        }
        if (!contents.digests().equals(digests)) {
            throw new BackupFault("The backup (" + file + ") is damaged: what it holds is not what it says it holds.\nMaybe use an older one.");
        }
        return contents;
    }
}
