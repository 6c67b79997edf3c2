package org.caravan.server.backup;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/**
 * Temporary folder for incomplete backups and restores, readable by its owner only, because it contains keys. Its file {@code lock} is
 * locked while it is in use; the kernel releases the lock of a killed process. The next backup or restore beside it, or the next start of
 * the server, removes an abandoned folder.
 */
final class TemporaryFolder implements AutoCloseable {

    private static final String PREFIX = ".caravan-";
    private static final List<String> OURS = List.of(PREFIX + "backup", PREFIX + "restore");
    private static final String LOCK = "lock";

    private final Path folder;
    private final FileChannel channel;

    private TemporaryFolder(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /** @param kind {@code backup} or {@code restore} */
    static TemporaryFolder in(Path parent, String kind) throws IOException {
        removeAbandoned(parent);
        while (true) {
            Path folder = Files.createTempDirectory(parent, PREFIX + kind,
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            try {
                FileChannel channel = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                if (channel.tryLock() != null && Files.exists(folder.resolve(LOCK))) {
                    return new TemporaryFolder(folder, channel);
                }
                channel.close();
            } catch (NoSuchFileException removed) {
                // another process removed the folder as abandoned before it was locked
            }
        }
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    /** Removes folders of killed processes. Folders that another process uses stay. */
    static void removeAbandoned(Path parent) throws IOException {
        try (Stream<Path> all = Files.list(parent)) {
            for (Path each : all.filter(each -> OURS.stream().anyMatch(each.getFileName().toString()::startsWith))
                    .filter(each -> Files.isDirectory(each)).toList()) {
                if (abandoned(each)) {
                    FileSystemUtils.deleteRecursively(each);
                }
            }
        }
    }

    private static boolean abandoned(Path folder) throws IOException {
        Path lock = folder.resolve(LOCK);
        if (!Files.exists(lock)) {
            return true; // created by a release without locks, or by a process killed before it locked
        }
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE); FileLock free = channel.tryLock()) {
            return free != null;
        } catch (OverlappingFileLockException used) {
            return false;
        } catch (NoSuchFileException removed) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            FileSystemUtils.deleteRecursively(folder);
        } finally {
            channel.close();
        }
    }
}
