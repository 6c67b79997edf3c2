package org.caravan.server.backup;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.durable.DurableFiles;
import org.caravan.image.ContentDigest;
import org.caravan.json.Json;

/** Restores a data folder from a backup: completely, verified against the table of contents and flushed to disk, or not at all. */
final class Restoration {

    private static final int OWNER_RUNS = 0100;
    /** Maximum bytes of the table of contents; a hundred thousand files need a fifth of it. */
    private static final int LIST_LIMIT = 64 << 20;

    private final Path file;
    private final Progress progress;

    Restoration(Path file, Progress progress) {
        this.file = file;
        this.progress = progress;
    }

    /** @param data must be empty or missing: a restore overwrites nothing */
    Contents into(Path data) {
        try {
            if (!isEmpty(data)) {
                throw new BackupFault("The folder (" + data
                        + ") is not empty.\nMaybe stop its server and move the folder away, or name another: --data FOLDER.");
            }
            return restored(data.toAbsolutePath().normalize());
        } catch (IOException | RejectedInput | IllegalArgumentException e) {
            throw new BackupFault("The backup (" + file + ") cannot be brought back to " + data + ": " + e.getMessage()
                    + "\nMaybe the file is not a backup or is truncated, or the disk is full.", e);
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
        DurableFiles.createFolders(data.getParent());
        try (TemporaryFolder work = TemporaryFolder.in(data.getParent(), "restore")) {
            Path draft = Files.createDirectory(work.file("data"),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            Contents contents = unpacked(draft, data.getParent());
            link(contents, draft);
            flush(draft);
            Files.deleteIfExists(data);
            DurableFiles.moveFolder(draft, data);
            return contents;
        }
    }

    private Contents unpacked(Path draft, Path disk) throws IOException {
        SortedMap<String, String> digests = new TreeMap<>();
        SortedMap<String, Long> sizes = new TreeMap<>();
        Optional<Contents> contents = Optional.empty();
        try (InputStream in = Files.newInputStream(file); TarArchiveInputStream tar = new TarArchiveInputStream(new ZstdInputStream(in),
                StandardCharsets.UTF_8.name())) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (entry.getName().equals(Contents.Extent.ENTRY)) {
                    room(Json.read(text(tar), Contents.Extent.class), disk);
                } else if (entry.getName().equals(Contents.ENTRY)) {
                    contents = Optional.of(Json.read(text(tar), Contents.class));
                } else {
                    sizes.put(entry.getName(), entry.getSize());
                    digests.put(entry.getName(), unpack(entry, tar, draft));
                }
            }
        }
        return checked(contents, digests, sizes);
    }

    private void room(Contents.Extent extent, Path disk) throws IOException {
        readable(extent.version());
        progress.whole(extent.bytes());
        FreeDiskSpace.require(disk, extent.bytes(), "What the backup (" + file + ") holds");
    }

    private static String text(InputStream entry) throws IOException {
        byte[] text = entry.readNBytes(LIST_LIMIT + 1);
        if (text.length > LIST_LIMIT) {
            throw new IOException("its list is longer than " + LIST_LIMIT + " bytes");
        }
        return new String(text, StandardCharsets.UTF_8);
    }

    private String unpack(TarArchiveEntry entry, InputStream content, Path draft) throws IOException {
        Path target = inside(draft, entry.getName());
        // isFile() is true for links and devices, too.
        if (entry.getLinkFlag() != TarConstants.LF_NORMAL && entry.getLinkFlag() != TarConstants.LF_OLDNORM
                || entry.getName().endsWith("/")) {
            throw new IOException("its entry (" + entry.getName() + ") is no file of a data folder");
        }
        Files.createDirectories(target.getParent(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        boolean runs = (entry.getMode() & OWNER_RUNS) != 0;
        Files.createFile(target, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(runs ? "rwx------" : "rw-------")));
        return SparseCopy.of(content, target, progress);
    }

    private static Path inside(Path draft, String name) throws IOException {
        Path target = draft.resolve(name).normalize();
        if (!target.startsWith(draft) || target.equals(draft)) {
            throw new IOException("its entry (" + name + ") is no file of a data folder");
        }
        return target;
    }

    private Contents checked(Optional<Contents> found, SortedMap<String, String> digests, SortedMap<String, Long> sizes) {
        Contents contents = found.orElseThrow(() -> new BackupFault("The backup (" + file
                + ") is truncated.\nMaybe the copy was interrupted: copy it again."));
        readable(contents.version());
        SortedMap<String, Long> listed = new TreeMap<>();
        contents.parts().stream().filter(part -> part.link().isEmpty()).forEach(part -> listed.put(part.path(), part.size()));
        if (!contents.digests().equals(digests) || contents.version() > 1 && !listed.equals(sizes)) {
            throw new BackupFault("The backup (" + file + ") is damaged: its content does not match its digests.\nMaybe use an older one.");
        }
        return contents;
    }

    private void readable(int version) {
        if (version > Contents.VERSION) {
            throw new BackupFault("The backup (" + file + ") is of form " + version + ", and this release reads up to " + Contents.VERSION
                    + ".\nMaybe restore it with the release that created it, or a newer one.");
        }
    }

    /** Creates the links after all files, so that no file is written through a link. */
    private static void link(Contents contents, Path draft) throws IOException {
        for (Contents.Part part : contents.parts()) {
            if (!part.link().isEmpty()) {
                Path link = inside(draft, part.path());
                Path target = inside(draft, part.link());
                Files.createDirectories(link.getParent(),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
                Files.createSymbolicLink(link, link.getParent().relativize(target));
            }
        }
    }

    private static void flush(Path draft) throws IOException {
        List<Path> folders = new ArrayList<>();
        try (Stream<Path> all = Files.walk(draft)) {
            all.filter(Files::isDirectory).forEach(folders::add);
        }
        for (Path folder : folders) {
            DurableFiles.forceFolder(folder);
        }
    }

    /** Writes a file without its all-zero blocks: backups of earlier releases contain almost empty disks of test beds, of 32 GiB each. */
    static final class SparseCopy {

        private static final int BLOCK = 1 << 16;
        private static final byte[] ZEROS = new byte[BLOCK];

        private SparseCopy() {}

        /** @return SHA-256 of the content in lower-case hex; the content is flushed to disk */
        static String of(InputStream content, Path target, Progress progress) throws IOException {
            MessageDigest sum = ContentDigest.newSum();
            try (RandomAccessFile file = new RandomAccessFile(target.toFile(), "rw")) {
                long at = 0;
                for (byte[] block = content.readNBytes(BLOCK); block.length > 0; block = content.readNBytes(BLOCK)) {
                    sum.update(block);
                    if (!Arrays.equals(block, 0, block.length, ZEROS, 0, block.length)) {
                        file.seek(at);
                        file.write(block);
                    }
                    at += block.length;
                    progress.add(block.length);
                }
                file.setLength(at);
                file.getFD().sync();
            }
            return ContentDigest.of(sum).hex();
        }
    }
}
