package org.caravan.image.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.caravan.image.ImageFault;
import org.caravan.image.ImageRepository;
import org.caravan.image.Layer;

/**
 * Converts OCI layers to Caravan layers. In OCI, a file {@code .wh.NAME} deletes NAME of the lower layers, and {@code .wh..wh..opq}
 * hides all lower content of a folder. In a Caravan layer, a character device 0:0 called NAME deletes one name.
 */
final class LayerConversion {

    private static final String WHITEOUT = ".wh.";
    private static final String OPAQUE = ".wh..wh..opq";
    private static final String ATTRIBUTE = "SCHILY.xattr.";
    private static final String KEPT = ATTRIBUTE + "user.";
    private static final String OF_OVERLAY = KEPT + "overlay.";
    private static final int PRIVILEGED = 06000;
    private static final int MOST_ENTRIES = 500_000;
    /** Limit over all layers of an image, because names are held in memory. */
    private static final int MOST_NAMES = 1_000_000;
    private static final long MOST_NAME_CHARACTERS = 64L << 20;
    private static final int MOST_NOTES = 20;
    private static final int LONGEST_SHOWN = 200;

    private final ImageRepository repository;
    private final Path scratch;
    private final TreeNames below = new TreeNames();
    private final Map<String, Integer> leftOut = new TreeMap<>();

    LayerConversion(ImageRepository repository, Path scratch) {
        this.repository = repository;
        this.scratch = scratch;
    }

    /** A tar that can be opened twice: first to read names, then to read content. */
    interface Source {
        InputStream open() throws IOException;
    }

    /**
     * Names in a layer: its own files, its deletions, and its opaque folders.
     *
     * @param own number of the entry that takes effect, the last of its name; negative if it is not a folder
     */
    private record Said(Map<String, Integer> own, TreeSet<String> deleted, TreeSet<String> opaque) {

        boolean isFolder(String name) {
            return own.getOrDefault(name, 0) > 0;
        }

        /** True if a parent folder is replaced by another kind of file, which removes its content. */
        boolean covered(String name) {
            for (int slash = name.lastIndexOf('/'); slash >= 0; slash = name.lastIndexOf('/', slash - 1)) {
                if (own.getOrDefault(name.substring(0, slash), 1) < 0) {
                    return true;
                }
            }
            return false;
        }
    }

    /** @param written budget shared by all converted layers of an archive */
    Layer convert(Source source, Budget written) throws IOException {
        Said said = read(source);
        try (LayerWriter writer = new LayerWriter(scratch, written)) {
            for (String name : hidden(said)) {
                writer.delete(name);
                below.remove(name);
            }
            copy(source, said, writer);
            said.own().forEach((name, number) -> {
                if (number < 0) {
                    below.remove(name);
                }
                below.add(name);
            });
            if (below.size() > MOST_NAMES) {
                throw tooMany();
            }
            return writer.keep(repository);
        }
    }

    private static ImageFault tooMany() {
        return new ImageFault(ImageFault.Kind.REFUSED,
                "The image holds more than %d files, or names that are too long.\nMaybe remove unused files from the image."
                .formatted(MOST_NAMES));
    }

    /** All files so far, by name without a leading slash. */
    TreeNames names() {
        return below;
    }

    /** Content that could not be imported, with counts, as text for the user. */
    List<String> notes() {
        return leftOut.entrySet().stream().map(entry -> entry.getValue() + " " + entry.getKey()).toList();
    }

    private static Said read(Source source) throws IOException {
        Said said = new Said(new HashMap<>(), new TreeSet<>(), new TreeSet<>());
        try (TarArchiveInputStream tar = new ForeignTar(source.open(), MOST_ENTRIES)) {
            int number = 1;
            long characters = 0;
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry(), number++) {
                String name = inside(entry.getName());
                characters += name.length();
                if (characters > MOST_NAME_CHARACTERS) {
                    throw tooMany();
                }
                String folder = name.contains("/") ? name.substring(0, name.lastIndexOf('/')) : "";
                String file = name.substring(name.lastIndexOf('/') + 1);
                if (file.equals(OPAQUE)) {
                    said.opaque().add(folder);
                } else if (file.startsWith(WHITEOUT)) {
                    said.deleted().add((folder.isEmpty() ? "" : folder + "/") + file.substring(WHITEOUT.length()));
                } else if (!name.isEmpty()) {
                    said.own().put(name, entry.isDirectory() ? number : -number);
                }
            }
        }
        return said;
    }

    /** Lower names to delete. Names that do not exist below are omitted, because such a deletion would appear as a device. */
    private TreeSet<String> hidden(Said said) {
        TreeSet<String> opaque = new TreeSet<>(said.opaque());
        TreeSet<String> hidden = new TreeSet<>();
        for (String name : said.deleted()) {
            if (said.own().containsKey(name)) {
                opaque.add(name); // deleted and recreated in one layer: only the new content is visible
            } else if (below.has(name)) {
                hidden.add(name);
            }
        }
        for (String folder : opaque) {
            if (folder.isEmpty() || said.isFolder(folder) || !said.own().containsKey(folder)) {
                hide(folder, said.own().keySet(), hidden);
            }
        }
        hidden.removeIf(said::covered);
        return hidden;
    }

    /** Hides the lower content of a folder. A subfolder in the layer's own content also hides its lower content. */
    private void hide(String folder, Set<String> own, Set<String> hidden) {
        for (String name : below.children(folder)) {
            if (own.contains(name)) {
                hide(name, own, hidden);
            } else {
                hidden.add(name);
            }
        }
    }

    private void copy(Source source, Said said, LayerWriter writer) throws IOException {
        Map<String, TarArchiveEntry> links = new HashMap<>();
        try (TarArchiveInputStream tar = new ForeignTar(source.open(), MOST_ENTRIES)) {
            int number = 1;
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry(), number++) {
                String name = inside(entry.getName());
                if (Math.abs(said.own().getOrDefault(name, 0)) != number
                        || name.substring(name.lastIndexOf('/') + 1).startsWith(WHITEOUT)) {
                    continue;
                }
                if (entry.isCharacterDevice() || entry.isBlockDevice()) {
                    leftOut.merge("device files (hosts give copies their own)", 1, Integer::sum);
                    continue;
                }
                if (entry.isSparse()) {
                    throw new ImageFault(ImageFault.Kind.REFUSED,
                            "The image holds a file (%s) that is written as sparse.\nMaybe write its tar without --sparse."
                            .formatted(shown(entry.getName())));
                }
                TarArchiveEntry plain = plain(entry, name, links);
                if (plain.isSymbolicLink()) {
                    links.put(name, plain);
                }
                writer.add(plain, tar);
            }
        }
    }

    private TarArchiveEntry plain(TarArchiveEntry entry, String name, Map<String, TarArchiveEntry> links) {
        // A hard link to a symbolic link becomes a second symbolic link, because not every file system supports such hard links.
        TarArchiveEntry meant = entry.isLink() ? links.getOrDefault(inside(entry.getLinkName()), entry) : entry;
        byte type = meant.isDirectory() ? TarConstants.LF_DIR : meant.isSymbolicLink() ? TarConstants.LF_SYMLINK
                : meant.isLink() ? TarConstants.LF_LINK : meant.isFIFO() ? TarConstants.LF_FIFO : TarConstants.LF_NORMAL;
        TarArchiveEntry copy = new TarArchiveEntry(meant.isDirectory() ? name + "/" : name, type);
        copy.setMode(mode(entry, type));
        copy.setUserId(entry.getLongUserId());
        copy.setGroupId(entry.getLongGroupId());
        copy.setModTime(entry.getLastModifiedTime().toMillis() / 1000 * 1000);
        if (type == TarConstants.LF_LINK) {
            copy.setLinkName(inside(meant.getLinkName()));
        } else if (type == TarConstants.LF_SYMLINK) {
            copy.setLinkName(meant.getLinkName());
        } else if (type == TarConstants.LF_NORMAL) {
            copy.setSize(entry.getSize());
        }
        if (type != TarConstants.LF_LINK) {
            entry.getExtraPaxHeaders().forEach((key, value) -> {
                if (key.startsWith(ATTRIBUTE)) {
                    attribute(copy, key, value);
                }
            });
        }
        return copy;
    }

    /** Removes set-ID bits. Copies cannot gain privileges by running a file, so the bits would only help others on the node. */
    private int mode(TarArchiveEntry entry, byte type) {
        if (type == TarConstants.LF_NORMAL && (entry.getMode() & PRIVILEGED) != 0) {
            leftOut.merge("set-user-ID and set-group-ID bits of files (copies cannot gain rights by them)", 1, Integer::sum);
            return entry.getMode() & ~PRIVILEGED;
        }
        return entry.getMode();
    }

    /**
     * Keeps user attributes only, because other attributes control the kernel. The library reads values as text, so values that are
     * not valid text are dropped.
     */
    private void attribute(TarArchiveEntry copy, String key, String value) {
        if (key.startsWith(KEPT) && !key.startsWith(OF_OVERLAY) && value.indexOf('\uFFFD') < 0 && value.indexOf('\0') < 0) {
            copy.addPaxHeader(key, value);
        } else {
            String note = "extended attributes " + shown(key.substring(ATTRIBUTE.length()));
            leftOut.merge(leftOut.size() < MOST_NOTES || leftOut.containsKey(note) ? note : "other extended attributes", 1, Integer::sum);
        }
    }

    private static String shown(String name) {
        return name.length() > LONGEST_SHOWN ? name.substring(0, LONGEST_SHOWN) + "…" : name;
    }

    /** @throws ImageFault of kind REFUSED for a name that leads out of the tree */
    private static String inside(String name) {
        String plain = name.replaceAll("^(?:\\.?/)++", "").replaceAll("(?<!/)/+$", "").replaceAll("/(\\./)+", "/");
        if (plain.equals(".")) {
            return "";
        }
        for (String word : plain.split("/")) {
            if (word.equals("..")) {
                throw new ImageFault(ImageFault.Kind.REFUSED,
                        "The image holds a file (%s) outside of itself.\nMaybe it is malicious: check its origin."
                        .formatted(shown(name)));
            }
        }
        return plain;
    }
}
