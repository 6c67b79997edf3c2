package org.caravan.service;

import java.util.List;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.caravan.text.TextRule;

/** Rules for uploads of all kinds: size, number, and names and links that stay within the upload. */
public final class UploadLimits {

    /** Most files, folders and links of an upload. */
    public static final int ENTRIES = 50_000;
    /** Total size of all files, in bytes. The server's own limit of an upload also applies. */
    public static final long BYTES = 1L << 30;

    /** What Java reads instead of bytes of a name that are no character. */
    private static final char UNREADABLE = '\uFFFD';

    private UploadLimits() {}

    static void check(Upload upload, Faults faults) {
        if (upload.entries().size() > ENTRIES) {
            faults.error("upload-too-large", upload.name() + " has more than " + ENTRIES + " files.",
                    "give a folder that contains only the files of the service.");
            return;
        }
        if (upload.size() > BYTES) {
            faults.error("upload-too-large", String.format(Locale.ROOT, "%s has %.1f MiB; the limit is %d MiB.", upload.name(),
                    upload.size() / 1024.0 / 1024, BYTES >> 20), "remove files that the service does not need.");
        }
        upload.entries().forEach(entry -> check(upload, entry, faults));
        checkFolders(upload, faults);
    }

    /** Refuses entries below a file or a link: below a link, a file would be written where the link leads. */
    private static void checkFolders(Upload upload, Faults faults) {
        NavigableSet<String> paths = new TreeSet<>(upload.entries().stream().map(UploadEntry::path).toList());
        for (UploadEntry entry : upload.entries()) {
            String below = entry.type() == UploadEntry.Type.FOLDER ? null : paths.ceiling(entry.path() + "/");
            if (below != null && below.startsWith(entry.path() + "/")) {
                faults.error("upload-below-file", upload.name() + "/" + below + " lies below " + upload.shown(entry)
                        + ", which is not a folder.", "pack the upload again from its folder.");
            }
        }
    }

    private static void check(Upload upload, UploadEntry entry, Faults faults) {
        if (TextRule.LINE.violation(entry.path()).isPresent()) {
            faults.error("upload-name", "The name of the file " + upload.shown(entry) + " has a character that no name may have.",
                    "rename the file.");
        } else if ((entry.path() + entry.target()).indexOf(UNREADABLE) >= 0) {
            faults.error("upload-name", "The name of " + upload.shown(entry) + ", or of what it links to, is not text in the character "
                    + "encoding of this machine.", "rename it, or set LC_ALL=C.UTF-8.");
        } else if (leavesByName(entry.path())) {
            faults.error("upload-outside", "The name " + entry.path() + " leads out of " + upload.name() + ".",
                    "pack the upload again with relative names.");
        } else if (entry.type() == UploadEntry.Type.SPECIAL) {
            faults.error("upload-special-file", upload.shown(entry) + " is neither a file nor a folder.", "remove it from the upload.");
        } else if (entry.type() == UploadEntry.Type.LINK && leaves(entry)) {
            faults.error("upload-link-outside", "The symbolic link " + upload.shown(entry) + " leads out of " + upload.name() + ", to "
                    + entry.target() + ".", "replace the link by a copy of its target.");
        }
    }

    private static boolean leavesByName(String path) {
        return path.isEmpty() || path.startsWith("/") || List.of(path.split("/", -1)).stream()
                .anyMatch(name -> name.isEmpty() || name.equals(".") || name.equals(".."));
    }

    /** Whether the target is absolute or has more {@code ..} than folders above the link; later {@code ..} could pass another link. */
    private static boolean leaves(UploadEntry link) {
        if (link.target().isEmpty() || link.target().startsWith("/")) {
            return true;
        }
        int depth = link.path().split("/").length - 1;
        boolean down = false;
        for (String name : link.target().split("/")) {
            if (name.equals("..")) {
                depth--;
                if (down || depth < 0) {
                    return true;
                }
            } else if (!name.isEmpty() && !name.equals(".")) {
                down = true;
            }
        }
        return false;
    }
}
