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
import java.util.stream.Stream;
import org.caravan.durable.DurableFiles;
import org.caravan.server.Settings;
import org.caravan.server.backup.StateElsewhere;
import org.springframework.stereotype.Component;
import org.springframework.util.FileSystemUtils;

/** The folder with everything the server keeps, held by this process alone until it ends. */
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
        // Where the state is in files no other server writes here; else what is so old is no longer being written.
        Leftovers leftovers = new Leftovers(settings.database().used() ? OF_OTHERS : Duration.ZERO);
        leftovers.remove(folder, settings.images());
        leftovers.remove(shared, settings.images());
        StateElsewhere.removeAbandoned(folder);
    }

    public Path file(String name) {
        return folder.resolve(name);
    }

    /** A file that several servers have in common, where that is set; no lock keeps them apart. */
    public Path shared(String name) {
        return shared.resolve(name);
    }

    /**
     * A folder of that name for what nobody needs once this process has ended. It lies here and not among the temporary files of the machine, since a server
     * that is killed clears nothing away: the next one does, which the lock tells that nobody uses it.
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

    /** The folder itself stays: {@code java.io.tmpdir} may be it. */
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
                    + "Maybe remove it: nobody needs it.", e);
        }
    }

    /** The kernel drops the lock when the process dies, however it dies: a lock never outlives its server. */
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
