package org.caravan.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads an upload from this machine. Symbolic links are entries; none is followed, except a link that is the upload itself. */
public final class LocalUpload {

    /** More entries than the limit are not listed: the upload is refused anyway. */
    private static final int LISTED = UploadLimits.ENTRIES + 1;

    private LocalUpload() {}

    /** @throws IOException if the path does not exist or cannot be read */
    public static Upload read(Path path) throws IOException {
        Path real = path.toRealPath();
        Path last = path.toAbsolutePath().normalize().getFileName();
        String name = last == null ? "/" : last.toString();
        if (!Files.isDirectory(real)) {
            return new Upload(name, false, List.of(entry(name, real)), entry -> Files.newInputStream(real));
        }
        List<UploadEntry> entries = new ArrayList<>();
        list(real, "", entries);
        return new Upload(name, true, entries, entry -> Files.newInputStream(real.resolve(entry.path()), LinkOption.NOFOLLOW_LINKS));
    }

    private static void list(Path folder, String prefix, List<UploadEntry> entries) throws IOException {
        List<Path> children;
        try (Stream<Path> listed = Files.list(folder)) {
            children = listed.sorted().toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (Path child : children) {
            String name = child.getFileName().toString();
            if (Upload.leftOut(name) || entries.size() >= LISTED) {
                continue;
            }
            UploadEntry entry = entry(prefix + name, child);
            entries.add(entry);
            if (entry.type() == UploadEntry.Type.FOLDER) {
                list(child, prefix + name + "/", entries);
            }
        }
    }

    private static UploadEntry entry(String path, Path file) throws IOException {
        BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (found.isSymbolicLink()) {
            return UploadEntry.link(path, Files.readSymbolicLink(file).toString());
        }
        return found.isDirectory() ? UploadEntry.folder(path)
                : found.isRegularFile() ? UploadEntry.file(path, found.size()) : new UploadEntry(path, UploadEntry.Type.SPECIAL, 0, "");
    }
}
