package org.caravan.durable;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * File operations that are on stable storage when they return. POSIX.1-2017 requires two flushes for that: fsync(2) of a file covers its content and size,
 * and only fsync(2) of a folder covers the names in it, "Calling fsync() does not necessarily ensure that the entry in the directory containing the file has
 * also reached disk" (Linux man-pages 6.03, fsync(2)). A rename(2) replaces the former file atomically.
 *
 * <p>If a method throws, the target has its former content, or the new one whole; never a part of it. A process that is killed may leave a file whose name begins
 * with {@value #DRAFT}, which holds nothing that was acknowledged.
 */
public final class DurableFiles {

    /** Prefix of the names of files that are being written. Backups and listings leave them out. */
    public static final String DRAFT = ".draft";

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_FOLDER = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private DurableFiles() {}

    /** Creates the file or replaces its content. Readable by its owner only (mode 0600), from its first byte on. */
    public static void write(Path file, byte[] content) throws IOException {
        Path draft = draft(file, content);
        try {
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(draft);
        }
        forceFolder(folder(file));
    }

    /** {@link #write(Path, byte[])} in UTF-8. */
    public static void write(Path file, String text) throws IOException {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Creates the file (mode 0600) unless it exists. Of several processes that do so at the same time, one succeeds.
     *
     * @throws FileAlreadyExistsException if the file exists; it may have been created, but not flushed, by another process, so it is flushed
     */
    public static void create(Path file, byte[] content) throws IOException {
        Path draft = draft(file, content);
        try {
            Files.createLink(file, draft);
        } finally {
            Files.deleteIfExists(draft);
            forceFolder(folder(file));
        }
    }

    /** Moves a finished file of the same file system to its place, where it replaces a former one. */
    public static void move(Path finished, Path file) throws IOException {
        force(finished);
        Files.move(finished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        forceFolder(folder(file));
        if (!folder(finished).equals(folder(file))) {
            forceFolder(folder(finished));
        }
    }

    /** Moves a folder whose files are already flushed to a name that is free, or is that of an empty folder. */
    public static void moveFolder(Path finished, Path target) throws IOException {
        Files.move(finished, target, StandardCopyOption.ATOMIC_MOVE);
        forceFolder(folder(target));
    }

    /** @return whether the file existed; a deletion that is not flushed can come back after a power cut */
    public static boolean delete(Path file) throws IOException {
        boolean existed = Files.deleteIfExists(file);
        if (existed) {
            forceFolder(folder(file));
        }
        return existed;
    }

    /** Creates the folder and those above it that are missing, for their owner only (mode 0700). */
    public static void createFolders(Path folder) throws IOException {
        Deque<Path> missing = new ArrayDeque<>();
        for (Path each = folder.toAbsolutePath(); each != null && !Files.isDirectory(each); each = each.getParent()) {
            missing.push(each);
        }
        for (Path each : missing) {
            try {
                Files.createDirectory(each, OWNER_FOLDER);
            } catch (FileAlreadyExistsException e) {
                if (!Files.isDirectory(each)) {
                    throw e;
                }
            }
            forceFolder(folder(each));
        }
    }

    /**
     * Files and links below a folder, those of folders in it included, in no order; drafts too. What is moved or deleted while it is looked for is in the list or not, and no fault: others may write
     * here at this moment.
     *
     * @param deepest 1 for the folder alone
     */
    public static List<Path> below(Path folder, int deepest) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(folder, Set.of(), deepest, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (!attributes.isDirectory()) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException fault) throws IOException {
                if (fault instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw fault;
            }
        });
        return found;
    }

    /** Flushes what was appended to a file. The name of a new file needs {@link #forceFolder}, too. */
    public static void force(Path file) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.getFD().sync();
        }
    }

    /** Flushes the names in a folder. Only a channel opens a folder, and an interrupt closes a channel: then it is flushed again. */
    public static void forceFolder(Path folder) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (!forced(folder)) {
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static boolean forced(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
            return true;
        } catch (ClosedByInterruptException e) {
            return false;
        }
    }

    private static Path draft(Path file, byte[] content) throws IOException {
        Path draft = Files.createTempFile(folder(file), DRAFT, null, OWNER_ONLY);
        try (FileOutputStream out = new FileOutputStream(draft.toFile())) {
            out.write(content);
            out.getFD().sync();
            return draft;
        } catch (IOException e) {
            Files.deleteIfExists(draft);
            throw e;
        }
    }

    private static Path folder(Path file) {
        return file.toAbsolutePath().getParent();
    }
}
