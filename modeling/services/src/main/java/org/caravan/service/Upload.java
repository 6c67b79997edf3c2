package org.caravan.service;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a person gave as the content of a service: a folder or one file.
 *
 * @param name last element of its path, for messages and file types
 * @param folder whether it is a folder; a file has one entry, with its name as path
 * @param entries all entries, sorted by path; the folder itself is not among them
 * @param content reads entries
 */
public record Upload(String name, boolean folder, List<UploadEntry> entries, Content content) {

    public Upload {
        entries = entries.stream().sorted(Comparator.comparing(UploadEntry::path)).toList();
    }

    /** Content of files by the path of their entry. */
    public interface Content {

        /** @return the content of the file, to be closed by the caller */
        InputStream open(UploadEntry entry) throws IOException;
    }

    /** Histories of version control systems are no content, and would publish earlier versions of files. */
    private static final Set<String> LEFT_OUT = Set.of(".git", ".hg", ".svn", ".DS_Store");

    /** Whether an entry with this path does not become part of an upload. */
    public static boolean leftOut(String path) {
        return Stream.of(path.split("/")).anyMatch(LEFT_OUT::contains);
    }

    /**
     * Writes the upload for its way to the server: a folder as a tar compressed by gzip, a file as it is.
     *
     * @throws IOException if a file cannot be read, or has changed its size since it was listed
     */
    public void pack(OutputStream target) throws IOException {
        if (folder) {
            LayerTar.write(this, target);
            return;
        }
        try (InputStream file = content.open(entries.get(0))) {
            file.transferTo(target);
        }
    }

    List<UploadEntry> files() {
        return entries.stream().filter(entry -> entry.type() == UploadEntry.Type.FILE).toList();
    }

    Optional<UploadEntry> file(String path) {
        return files().stream().filter(entry -> entry.path().equals(path)).findFirst();
    }

    /** Sum of the sizes of all files, in bytes. */
    long size() {
        return files().stream().mapToLong(UploadEntry::size).sum();
    }

    /** Path as a person wrote it: within the folder, or the file itself. */
    String shown(UploadEntry entry) {
        return folder ? name + "/" + entry.path() : name;
    }

    boolean hasType(String... suffixes) {
        return List.of(suffixes).contains(suffix(name));
    }

    /** Suffix of a file name in lower case with its dot; empty if there is none. */
    static String suffix(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot).toLowerCase(Locale.ROOT);
    }
}
