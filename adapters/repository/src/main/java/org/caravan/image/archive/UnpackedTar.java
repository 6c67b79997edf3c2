package org.caravan.image.archive;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.caravan.image.ImageFault;

/** Files of an untrusted tar. Their content is stored under numbers, so that no name or link of the tar becomes a path of this machine. */
public final class UnpackedTar {

    /** Kind of an entry; hard links, devices and pipes are SPECIAL. */
    public enum Type { FILE, FOLDER, LINK, SPECIAL }

    /**
     * Entry as the tar has it, except for a leading {@code ./} and a closing slash; the path is not checked otherwise.
     *
     * @param size of a file, in bytes; otherwise 0
     * @param target of a symbolic link; otherwise empty
     * @param content file with the content of a file; otherwise a path without a file
     */
    public record Entry(String path, Type type, long size, String target, Path content) {}

    /** Types of regular files: POSIX, the format before it, and contiguous files. */
    private static final String REGULAR =
            "" + (char) TarConstants.LF_NORMAL + (char) TarConstants.LF_OLDNORM + (char) TarConstants.LF_CONTIG;

    /** Longest path and longest target of a link, in characters: Linux has the same limit in bytes. */
    static final int LONGEST_NAME = 4096;
    /** Limit of all paths and targets together, in characters, because they are held in memory. */
    static final long MOST_NAME_CHARACTERS = 16L << 20;
    private static final int BLOCK = 64 << 10;

    private UnpackedTar() {}

    private interface Work<T> {
        T run() throws IOException;
    }

    /**
     * @param tar compressed by gzip or Zstandard, or uncompressed
     * @param folder empty folder for the content
     * @param mostEntries maximum number of entries, with extended headers
     * @param mostBytes maximum size of the tar after decompression, in bytes
     * @throws ImageFault of kind REFUSED if the tar is damaged, exceeds a limit, or has a path twice; of kind DAMAGED if the content cannot
     *     be stored
     */
    public static List<Entry> read(Path tar, Path folder, int mostEntries, long mostBytes) {
        try (InputStream packed = onDisk(() -> Files.newInputStream(tar));
                ForeignTar content =
                        new ForeignTar(new BufferedInputStream(new Bounded(Packing.unpacked(packed), mostBytes)), mostEntries)) {
            return entries(content, folder);
        } catch (IOException | IllegalArgumentException e) {
            throw new ImageFault(ImageFault.Kind.REFUSED, "The folder cannot be read as a tar: " + e.getMessage()
                    + ".\nMaybe it was cut short: pack it again, with tar czf FILE -C FOLDER .", e);
        }
    }

    private static List<Entry> entries(ForeignTar content, Path folder) throws IOException {
        List<Entry> entries = new ArrayList<>();
        Set<String> paths = new HashSet<>();
        long characters = 0;
        for (TarArchiveEntry next = content.getNextEntry(); next != null; next = content.getNextEntry()) {
            int longest = Math.max(next.getName().length(), next.getLinkName().length());
            characters += next.getName().length() + next.getLinkName().length();
            if (longest > LONGEST_NAME || characters > MOST_NAME_CHARACTERS) {
                throw new ImageFault(ImageFault.Kind.REFUSED, "The folder has a path or link target of more than " + LONGEST_NAME
                        + " characters, or all of them have more than " + MOST_NAME_CHARACTERS + ".\nMaybe shorten the names, "
                        + "or remove files that the service does not need.");
            }
            String path = next.getName().replaceFirst("^(\\./)+", "").replaceFirst("/$", "");
            if (path.isEmpty() || path.equals(".")) {
                continue;
            }
            if (!paths.add(path)) {
                throw new IOException("it has the path " + path + " twice");
            }
            entries.add(entry(next, path, content, folder.resolve(String.valueOf(entries.size()))));
        }
        return entries;
    }

    private static Entry entry(TarArchiveEntry found, String path, ForeignTar content, Path file) throws IOException {
        if (found.isSymbolicLink()) {
            return new Entry(path, Type.LINK, 0, found.getLinkName(), file);
        }
        if (found.isDirectory()) {
            return new Entry(path, Type.FOLDER, 0, "", file);
        }
        // TarArchiveEntry.isFile() is also true for devices; a sparse file would be stored with its holes.
        if (REGULAR.indexOf(found.getLinkFlag()) < 0 || found.isSparse()) {
            return new Entry(path, Type.SPECIAL, 0, "", file);
        }
        long size = stored(content, file);
        if (size != found.getSize()) {
            throw new IOException("the file " + path + " ends after " + size + " of " + found.getSize() + " bytes");
        }
        return new Entry(path, Type.FILE, size, "", file);
    }

    /** Copies without {@code Files.copy}, which does not tell faults of the tar from those of the disk. */
    private static long stored(InputStream content, Path file) throws IOException {
        byte[] block = new byte[BLOCK];
        long size = 0;
        OutputStream target = onDisk(() -> Files.newOutputStream(file));
        try {
            for (int read = content.read(block); read >= 0; read = content.read(block)) {
                int length = read;
                onDisk(() -> {
                    target.write(block, 0, length);
                    return length;
                });
                size += length;
            }
        } finally {
            target.close();
        }
        return size;
    }

    /** A fault of the server's disk is not one of the tar, and its message would show a path of the server. */
    private static <T> T onDisk(Work<T> work) {
        try {
            return work.run();
        } catch (IOException e) {
            throw new ImageFault(ImageFault.Kind.DAMAGED,
                    "The server cannot store the content of the upload.\nMaybe its disk is full: see its log and its data folder.", e);
        }
    }
}
