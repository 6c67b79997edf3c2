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
 * File operations that are on stable storage when they return. POSIX.1-2017 requires two flushes: fsync(2) of a file covers its
 * content and size. Only fsync(2) of a folder covers the names in it: "Calling fsync() does not necessarily ensure that the entry
 * in the directory containing the file has also reached disk" (Linux man-pages 6.03, fsync(2)). A rename(2) replaces the former
 * file atomically.
 *
 * <p>If a method throws, the target has either its former content or the complete new content. A killed process may leave a file
 * whose name begins with {@value #DRAFT}; this file contains no acknowledged data.
 */
public final class DurableFiles {

    /** Prefix of the names of files that are being written. Backups and listings omit them. */
    public static final String DRAFT = ".draft";

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<Set<PosixFilePermission>> OWNER_FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private DurableFiles() {}

    /** Creates the file or replaces its content. Only the owner can read it (mode 0600), from the first byte on. */
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
     * Creates the file (mode 0600) unless it exists. If several processes do so at the same time, one succeeds.
     *
     * @throws FileAlreadyExistsException if the file exists; it is flushed, because the process that created it may not have
     *     flushed it
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

    /** Moves a complete file within one file system and replaces the target. */
    public static void move(Path finished, Path file) throws IOException {
        force(finished);
        Files.move(finished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        forceFolder(folder(file));
        if (!folder(finished).equals(folder(file))) {
            forceFolder(folder(finished));
        }
    }

    /** Moves a folder whose files are already flushed. The target must be free or an empty folder. */
    public static void moveFolder(Path finished, Path target) throws IOException {
        Files.move(finished, target, StandardCopyOption.ATOMIC_MOVE);
        forceFolder(folder(target));
    }

    /** @return true if the file existed; a deletion that is not flushed can be lost in a power cut */
    public static boolean delete(Path file) throws IOException {
        boolean existed = Files.deleteIfExists(file);
        if (existed) {
            forceFolder(folder(file));
        }
        return existed;
    }

    /** Creates the folder and its missing parents, for the owner only (mode 0700). */
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
     * Files and links below a folder, including subfolders and drafts, in no order. A file that is moved or deleted during the
     * listing may or may not be included; it causes no error, because other processes may write at the same time.
     *
     * @param deepest maximum depth; 1 for the folder alone
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

    /** Flushes data that was appended to a file. The name of a new file also needs {@link #forceFolder}. */
    public static void force(Path file) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.getFD().sync();
        }
    }

    /**
     * Flushes the names in a folder. Java opens a folder only as a channel, and an interrupt closes a channel; the flush is then
     * repeated.
     */
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
