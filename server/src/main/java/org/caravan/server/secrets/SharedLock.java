package org.caravan.server.secrets;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.caravan.server.rest.ProblemException;
import org.springframework.http.HttpStatus;

/**
 * File lock that serialises changes of a shared folder, within this process and between processes. The kernel releases the lock when its
 * process ends, even after a crash (fcntl(2), "Advisory record locking"). The lock file remains and is empty.
 */
final class SharedLock implements AutoCloseable {

    /** Time limit for the lock. One change takes milliseconds; a key rotation takes a few milliseconds per secret. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(5);
    /** A kernel lock belongs to the process: a second thread would get an exception instead of waiting. */
    private static final Map<Path, ReentrantLock> OF_THIS_PROCESS = new ConcurrentHashMap<>();

    private final ReentrantLock mine;
    private final FileChannel channel;

    private SharedLock(ReentrantLock mine, FileChannel channel) {
        this.mine = mine;
        this.channel = channel;
    }

    /**
     * @param file created with mode 0600 if it does not exist
     * @throws ProblemException with code secrets-busy if the lock is not free within 10 s
     */
    static SharedLock hold(Path file) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        ReentrantLock mine = OF_THIS_PROCESS.computeIfAbsent(file.toAbsolutePath().normalize(), none -> new ReentrantLock());
        try {
            if (!mine.tryLock(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
                throw busy(file);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the server ends", e);
        }
        boolean held = false;
        try {
            FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            try {
                for (FileLock lock = channel.tryLock(); lock == null; lock = channel.tryLock()) {
                    if (System.nanoTime() > end) {
                        throw busy(file);
                    }
                    LockSupport.parkNanos(POLL.toNanos());
                }
                held = true;
                return new SharedLock(mine, channel);
            } finally {
                if (!held) {
                    channel.close();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The folder of (" + file
                    + ") cannot be locked.\nMaybe it lies on a file system without locks, or its disk is full.", e);
        } finally {
            if (!held) {
                mine.unlock();
            }
        }
    }

    private static ProblemException busy(Path file) {
        return new ProblemException(HttpStatus.SERVICE_UNAVAILABLE, "secrets-busy",
                "Another server has held (" + file + ") for " + PATIENCE.toSeconds() + " s.",
                "retry later; if that does not help, check which server has stopped responding.");
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            mine.unlock();
        }
    }
}
