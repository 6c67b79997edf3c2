package org.caravan.image.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashSet;
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
 * Makes our layers of those that OCI describes. There a file {@code .wh.NAME} deletes NAME of the layers below, and
 * {@code .wh..wh..opq} all of a folder; with us a character device 0:0 called NAME does, one per name.
 */
final class LayerConversion {

    private static final String WHITEOUT = ".wh.";
    private static final String OPAQUE = ".wh..wh..opq";
    private static final String ATTRIBUTE = "SCHILY.xattr.";

    private final ImageRepository repository;
    private final Path scratch;
    private final TreeNames below = new TreeNames();
    private final Map<String, Integer> leftOut = new TreeMap<>();

    LayerConversion(ImageRepository repository, Path scratch) {
        this.repository = repository;
        this.scratch = scratch;
    }

    /** A tar that can be opened twice: a layer is read once for its names, and once for its content. */
    interface Source {
        InputStream open() throws IOException;
    }

    /** What a layer says in its names: its own files, what it deletes, and folders of which it shows only its own. */
    private record Said(Set<String> own, TreeSet<String> deleted, TreeSet<String> opaque) {}

    Layer convert(Source source) throws IOException {
        Said said = read(source);
        try (LayerWriter writer = new LayerWriter(scratch)) {
            for (String name : hidden(said)) {
                writer.delete(name);
                below.remove(name);
            }
            copy(source, writer);
            said.own().forEach(below::add);
            return writer.keep(repository);
        }
    }

    /** All files there are so far, by name without a leading slash. */
    TreeNames names() {
        return below;
    }

    /** What could not be taken over, with how often; in words for a person. */
    List<String> notes() {
        return leftOut.entrySet().stream().map(entry -> entry.getValue() + " " + entry.getKey()).toList();
    }

    private static Said read(Source source) throws IOException {
        Said said = new Said(new HashSet<>(), new TreeSet<>(), new TreeSet<>());
        try (TarArchiveInputStream tar = new TarArchiveInputStream(source.open(), "UTF-8")) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                String name = inside(entry.getName());
                String folder = name.contains("/") ? name.substring(0, name.lastIndexOf('/')) : "";
                String file = name.substring(name.lastIndexOf('/') + 1);
                if (file.equals(OPAQUE)) {
                    said.opaque().add(folder);
                } else if (file.startsWith(WHITEOUT)) {
                    said.deleted().add((folder.isEmpty() ? "" : folder + "/") + file.substring(WHITEOUT.length()));
                } else if (!name.isEmpty()) {
                    said.own().add(name);
                }
            }
        }
        return said;
    }

    /** Only what is there below: a deletion of nothing would show as a device to whoever looks. */
    private TreeSet<String> hidden(Said said) {
        TreeSet<String> opaque = new TreeSet<>(said.opaque());
        TreeSet<String> hidden = new TreeSet<>();
        for (String name : said.deleted()) {
            if (said.own().contains(name)) {
                opaque.add(name); // deleted and made anew in one layer: only the new content shows
            } else if (below.has(name)) {
                hidden.add(name);
            }
        }
        for (String folder : opaque) {
            hide(folder, said.own(), hidden);
        }
        return hidden;
    }

    /** A folder that the layer itself has below an opaque one hides, too, what it covered before. */
    private void hide(String folder, Set<String> own, Set<String> hidden) {
        for (String name : below.children(folder)) {
            if (own.contains(name)) {
                hide(name, own, hidden);
            } else {
                hidden.add(name);
            }
        }
    }

    private void copy(Source source, LayerWriter writer) throws IOException {
        try (TarArchiveInputStream tar = new TarArchiveInputStream(source.open(), "UTF-8")) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                String name = inside(entry.getName());
                if (name.isEmpty() || name.substring(name.lastIndexOf('/') + 1).startsWith(WHITEOUT)) {
                    continue;
                }
                if (entry.isCharacterDevice() || entry.isBlockDevice()) {
                    leftOut.merge("device files (hosts give copies their own)", 1, Integer::sum);
                    continue;
                }
                writer.add(plain(entry, name), tar);
            }
        }
    }

    private TarArchiveEntry plain(TarArchiveEntry entry, String name) {
        byte type = entry.isDirectory() ? TarConstants.LF_DIR : entry.isSymbolicLink() ? TarConstants.LF_SYMLINK
                : entry.isLink() ? TarConstants.LF_LINK : entry.isFIFO() ? TarConstants.LF_FIFO : TarConstants.LF_NORMAL;
        TarArchiveEntry copy = new TarArchiveEntry(entry.isDirectory() ? name + "/" : name, type);
        copy.setMode(entry.getMode());
        copy.setUserId(entry.getLongUserId());
        copy.setGroupId(entry.getLongGroupId());
        copy.setModTime(entry.getLastModifiedTime().toMillis() / 1000 * 1000);
        if (type == TarConstants.LF_LINK) {
            copy.setLinkName(inside(entry.getLinkName()));
        } else if (type == TarConstants.LF_SYMLINK) {
            copy.setLinkName(entry.getLinkName());
        } else if (type == TarConstants.LF_NORMAL) {
            copy.setSize(entry.getSize());
        }
        entry.getExtraPaxHeaders().forEach((key, value) -> {
            if (key.startsWith(ATTRIBUTE)) {
                attribute(copy, key, value);
            }
        });
        return copy;
    }

    /** The library reads values as text; one that is not, such as a file's capabilities, would come out as another. */
    private void attribute(TarArchiveEntry copy, String key, String value) {
        if (value.indexOf('\uFFFD') < 0 && value.indexOf('\0') < 0) {
            copy.addPaxHeader(key, value);
        } else {
            leftOut.merge("extended attributes " + key.substring(ATTRIBUTE.length()), 1, Integer::sum);
        }
    }

    /** @throws ImageFault of kind REFUSED for a name that leads out of the tree */
    private static String inside(String name) {
        String plain = name.replaceAll("^(\\.?/)+", "").replaceAll("/+$", "").replaceAll("/(\\./)+", "/");
        if (plain.equals(".")) {
            return "";
        }
        for (String word : plain.split("/")) {
            if (word.equals("..")) {
                throw new ImageFault(ImageFault.Kind.REFUSED, "The image holds a file (%s) outside of itself.\nMaybe it was made to do harm: look where it comes from."
                        .formatted(name));
            }
        }
        return plain;
    }
}
