package org.caravan.server.backup;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.caravan.durable.DurableFiles;
import org.caravan.image.ContentDigest;
import org.caravan.json.Json;

/**
 * Backup of the data folder's irreplaceable content, as one tar compressed with Zstandard. Only its owner may read it, because it
 * contains the keys.
 */
final class Backup {

    private static final int OWNER_READS = 0400;
    private static final int OWNER_WRITES = 0200;
    private static final int OWNER_RUNS = 0100;
    private static final int BUFFER = 1 << 16;

    private final Path data;
    private final Clock clock;
    private final Progress progress;

    /** @param data folder of a server, which may be running */
    Backup(Path data, Clock clock, Progress progress) {
        this.data = data;
        this.clock = clock;
        this.progress = progress;
    }

    /** @param leftOut names in the data folder that do not belong to the server */
    record Written(Contents contents, List<String> leftOut) {}

    /** Writes the backup. The file appears complete or not at all. */
    Written write(Path file) {
        ExternalDatabaseMarker.of(data).ifPresent(database -> {
            throw new BackupFault("The state of the server of (" + data + ") is in " + database + ", which the backup does not include.\n"
                    + "Maybe copy that with pg_dump and then the folder with tar: see docs/operating.md.");
        });
        if (!Files.exists(data.resolve("server.db"))) {
            throw new BackupFault("The folder (" + data + ") is not the data folder of a server.\nMaybe name it: --data FOLDER.");
        }
        if (Files.exists(file)) {
            throw new BackupFault("The file (" + file + ") exists already.\nMaybe name another: backups are not overwritten.");
        }
        try (TemporaryFolder work = TemporaryFolder.in(file.toAbsolutePath().getParent(), "backup")) {
            return written(file.toAbsolutePath(), work);
        } catch (NoSuchFileException e) {
            throw new BackupFault("The backup (" + file + ") cannot be written: there is no folder " + e.getFile()
                    + ".\nMaybe create it, or name another.", e);
        } catch (IOException e) {
            throw new BackupFault("The backup (" + file + ") cannot be written: " + e.getMessage()
                    + "\nMaybe the disk is full, or the folder may not be written.", e);
        }
    }

    private Written written(Path file, TemporaryFolder work) throws IOException {
        Parts parts = Parts.of(data);
        long others = sizes(parts.files());
        FreeDiskSpace.require(file.getParent(), DatabaseCopies.sizes(data) + others, "The backup");
        Path copies = Files.createDirectory(work.file("copies"));
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        List<String> copied = new ArrayList<>(DatabaseCopies.take(data, copies));
        copied.addAll(SecretCopies.take(data, copies));
        long bytes = others + sizes(copied.stream().map(copies::resolve).toList());
        progress.whole(bytes);
        Path draft = Files.createFile(work.file("draft"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Contents contents;
        try (OutputStream out = Files.newOutputStream(draft);
                TarArchiveOutputStream tar = new TarArchiveOutputStream(new ZstdOutputStream(out), StandardCharsets.UTF_8.name())) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
            add(tar, Contents.Extent.ENTRY, Json.write(new Contents.Extent(Contents.VERSION, copied.size() + parts.files().size(), bytes)));
            contents = contents(tar, now, copies, copied, parts);
            add(tar, Contents.ENTRY, Json.write(contents));
        }
        DurableFiles.move(draft, file);
        return new Written(contents, parts.leftOut());
    }

    private Contents contents(TarArchiveOutputStream tar, Instant now, Path copies, List<String> copied, Parts parts) throws IOException {
        SortedMap<String, String> digests = new TreeMap<>();
        SortedMap<String, Contents.Part> list = new TreeMap<>();
        for (String name : copied) {
            add(tar, name, copies.resolve(name), digests, list);
        }
        for (Path file : parts.files()) {
            add(tar, data.relativize(file).toString(), file, digests, list);
        }
        for (Path link : parts.links()) {
            linked(link).ifPresent(target -> list.put(data.relativize(link).toString(),
                    new Contents.Part(data.relativize(link).toString(), 0, target)));
        }
        return new Contents(Contents.VERSION, now, digests, List.copyOf(list.values()));
    }

    /**
     * Target of a link, relative to the data folder; empty if it points outside of the folder, because such a link belongs to this
     * machine.
     */
    private Optional<String> linked(Path link) throws IOException {
        Path folder = data.toAbsolutePath().normalize();
        Path target = link.toAbsolutePath().getParent().resolve(Files.readSymbolicLink(link)).normalize();
        return target.startsWith(folder) ? Optional.of(folder.relativize(target).toString()) : Optional.empty();
    }

    /**
     * Adds a file. A file that no longer exists is skipped, because it was removed meanwhile, for example by layer collection. A file
     * that is replaced meanwhile is read as it was when opened.
     */
    private void add(TarArchiveOutputStream tar, String name, Path file, SortedMap<String, String> digests,
            SortedMap<String, Contents.Part> list) throws IOException {
        try (FileChannel channel = FileChannel.open(file); InputStream content = Channels.newInputStream(channel)) {
            TarArchiveEntry entry = new TarArchiveEntry(name);
            entry.setSize(channel.size());
            entry.setMode(mode(DatabaseCopies.isOfDatabase(name) ? data.resolve(name) : file));
            tar.putArchiveEntry(entry);
            MessageDigest sum = ContentDigest.newSum();
            byte[] buffer = new byte[BUFFER];
            for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
                sum.update(buffer, 0, read);
                tar.write(buffer, 0, read);
                progress.add(read);
            }
            tar.closeArchiveEntry();
            digests.put(name, ContentDigest.of(sum).hex());
            list.put(name, new Contents.Part(name, entry.getSize(), ""));
        } catch (NoSuchFileException removed) {
            return;
        }
    }

    private static void add(TarArchiveOutputStream tar, String name, String text) throws IOException {
        byte[] content = text.getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(content.length);
        tar.putArchiveEntry(entry);
        tar.write(content);
        tar.closeArchiveEntry();
    }

    private static long sizes(List<Path> files) throws IOException {
        long sum = 0;
        for (Path file : files) {
            try {
                sum += Files.size(file);
            } catch (NoSuchFileException removed) {
                continue;
            }
        }
        return sum;
    }

    /** Permissions of the owner only: other users never read the data folder. */
    private static int mode(Path file) throws IOException {
        var permissions = Files.getPosixFilePermissions(file);
        return (permissions.contains(PosixFilePermission.OWNER_READ) ? OWNER_READS : 0)
                | (permissions.contains(PosixFilePermission.OWNER_WRITE) ? OWNER_WRITES : 0)
                | (permissions.contains(PosixFilePermission.OWNER_EXECUTE) ? OWNER_RUNS : 0);
    }
}
