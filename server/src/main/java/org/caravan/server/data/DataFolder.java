package org.caravan.server.data;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.caravan.durable.DurableFiles;
import org.caravan.server.Settings;
import org.caravan.server.backup.ExternalDatabaseMarker;
import org.springframework.stereotype.Component;
import org.springframework.util.FileSystemUtils;

/** The data folder, locked by this process until it ends. */
@Component
public final class DataFolder implements AutoCloseable {

    private static final String SCRATCH = "scratch";

    private static final Duration OF_OTHERS = Duration.ofHours(6);

    private final Path folder;
    private final Path shared;
    private final FileChannel channel;

    DataFolder(Settings settings) {
        folder = settings.data().toAbsolutePath().normalize();
        shared = settings.shared().toAbsolutePath().normalize();
        try {
            DurableFiles.createFolders(folder);
            DurableFiles.createFolders(shared);
            channel = FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException("The data folder (" + folder + ") cannot be used.\n"
                    + "Maybe set caravan.data to a folder that may be written.", e);
        }
        lock();
        clearScratch();
        // With file storage no other server writes here; else files above this age are no longer being written.
        new Leftovers(settings.database().used() ? OF_OTHERS : Duration.ZERO).remove(List.of(folder, shared), settings.images());
        ExternalDatabaseMarker.removeAbandoned(folder);
    }

    public Path file(String name) {
        return folder.resolve(name);
    }

    /** A file in the folder that several servers share, if configured; no lock coordinates access to it. */
    public Path shared(String name) {
        return shared.resolve(name);
    }

    /**
     * A folder for data that is not needed after this process ends. It is in the data folder and not among the temporary files of the
     * machine, because a killed server cannot clean up. The next server does, since the lock proves that no process uses it.
     */
    public Path scratch(String name) {
        Path place = folder.resolve(SCRATCH).resolve(name);
        try {
            DurableFiles.createFolders(place);
            return place;
        } catch (IOException e) {
            throw new UncheckedIOException("The folder (" + place + ") cannot be made.\nMaybe the disk is full.", e);
        }
    }

    /** The scratch folder itself stays, because {@code java.io.tmpdir} may point to it. */
    private void clearScratch() {
        Path scratch = folder.resolve(SCRATCH);
        try {
            DurableFiles.createFolders(scratch);
            try (Stream<Path> left = Files.list(scratch)) {
                for (Path each : left.toList()) {
                    FileSystemUtils.deleteRecursively(each);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("What an earlier server left in (" + scratch + ") cannot be removed.\n"
                    + "Maybe remove it: it is not needed.", e);
        }
    }

    /** The kernel releases the lock when the process ends for any reason, so a stale lock is impossible. */
    private void lock() {
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw inUse();
            }
        } catch (OverlappingFileLockException e) {
            throw inUse();
        } catch (IOException e) {
            throw new UncheckedIOException("The data folder (" + folder + ") cannot be locked.\n"
                    + "Maybe it lies on a file system without locks.", e);
        }
    }

    private FolderInUse inUse() {
        return new FolderInUse("The data folder (" + folder + ") is used by another server.");
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
