package org.caravan.image.tar;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.caravan.image.tar.TarEntry.Type;

/** Builds the file tree of a layer entry by entry and enforces the rules for each entry. */
final class LayerTree {

    private static final String ROOT = "";
    private static final int LONGEST_WORD = 255;
    /** PATH_MAX of Linux, minus space for the folder into which a node unpacks. */
    private static final int LONGEST_NAME = 3800;
    private static final int BLOCK = 4096;
    private static final int INODE = 256;
    private static final String OTHER_DELETION = ".wh.";
    private static final String TREE = "make the layer of a file tree: caravan image import, or image-build.";

    /** Kind of a name. A folder can be implied by its content and described later. */
    private enum Kind { FOLDER, IMPLIED_FOLDER, FILE, OTHER }

    private final LayerLimits limits;
    private final Map<String, Kind> kinds = new HashMap<>();
    private long nameBytes;
    private long diskBytes;
    private int entries;
    private int privileged;

    LayerTree(LayerLimits limits) {
        this.limits = limits;
    }

    void add(TarEntry entry) throws LayerRefused {
        String shown = LayerRefused.shown(entry.name());
        String name = inside(entry.name(), entry.type() == Type.FOLDER);
        if (name.equals(ROOT) && entry.type() != Type.FOLDER) {
            throw new LayerRefused("the layer itself (" + shown + ") is no folder", TREE);
        }
        for (String attribute : entry.attributes()) {
            if (!allowed(attribute)) {
                throw new LayerRefused("the entry (" + shown + ") has the extended attribute (" + LayerRefused.shown(attribute) + ")",
                        "remove it: only user.* and the attributes of capabilities, SELinux and access lists are allowed.");
            }
        }
        Kind before = kinds.get(name);
        boolean described = before == Kind.IMPLIED_FOLDER && entry.type() == Type.FOLDER;
        if (before != null && !described) {
            throw new LayerRefused("the name (" + shown + ") is there twice", TREE);
        }
        checkTarget(entry, shown);
        if (!name.equals(ROOT)) {
            imply(name, shown);
        }
        put(name, switch (entry.type()) {
            case FOLDER -> Kind.FOLDER;
            case FILE, HARD_LINK -> Kind.FILE;
            case SYMBOLIC_LINK, DELETION, FIFO -> Kind.OTHER;
        }, described ? 0 : disk(entry));
        privileged += entry.privileged() ? 1 : 0;
    }

    private void checkTarget(TarEntry entry, String shown) throws LayerRefused {
        if (entry.type() == Type.HARD_LINK && kinds.get(inside(entry.link(), false)) != Kind.FILE) {
            throw new LayerRefused("the hard link (" + shown + ") leads to (" + LayerRefused.shown(entry.link())
                    + "), which is no file of the layer before it", TREE);
        }
        if (entry.type() == Type.SYMBOLIC_LINK && (hasControl(entry.link()) || bytes(entry.link()) > LONGEST_NAME)) {
            throw new LayerRefused("the symbolic link (" + shown + ") has an invalid target", TREE);
        }
    }

    /** Adds missing parent folders and checks that all parents are folders. */
    private void imply(String name, String shown) throws LayerRefused {
        for (int slash = name.lastIndexOf('/'); slash >= 0; slash = name.lastIndexOf('/', slash - 1)) {
            String above = name.substring(0, slash);
            Kind kind = kinds.get(above);
            if (kind == Kind.FOLDER || kind == Kind.IMPLIED_FOLDER) {
                return;
            }
            if (kind != null) {
                throw new LayerRefused("the entry (" + shown + ") lies below (" + LayerRefused.shown(above) + "), which is no folder",
                        TREE);
            }
            put(above, Kind.IMPLIED_FOLDER, BLOCK);
        }
    }

    private void put(String name, Kind kind, long disk) throws LayerRefused {
        if (kinds.put(name, kind) == null) {
            entries++;
            nameBytes += name.length();
        }
        diskBytes += disk;
        if (entries > limits.entries() || nameBytes > limits.nameBytes()) {
            throw new LayerRefused("it has more than " + limits.entries() + " files, or names that are too long",
                    "split it into several layers.");
        }
    }

    private static long disk(TarEntry entry) {
        return INODE + switch (entry.type()) {
            case FILE -> (entry.size() + BLOCK - 1) / BLOCK * BLOCK;
            case FOLDER -> BLOCK;
            case HARD_LINK, SYMBOLIC_LINK, DELETION, FIFO -> 0;
        };
    }

    /** Allows attributes of {@code user.} and those that nodes ignore, but none that controls overlayfs. */
    private static boolean allowed(String attribute) {
        return attribute.startsWith("user.") && !attribute.startsWith("user.overlay.") || attribute.equals("security.capability")
                || attribute.equals("security.selinux") || attribute.startsWith("system.posix_acl_");
    }

    /** @return the name without leading {@code ./} and trailing {@code /} */
    private static String inside(String name, boolean folder) throws LayerRefused {
        String plain = name;
        while (plain.startsWith("./")) {
            plain = plain.substring(2);
        }
        if (folder && plain.endsWith("/")) {
            plain = plain.substring(0, plain.length() - 1);
        }
        if (plain.equals(".") || plain.isEmpty() && name.startsWith("./")) {
            return ROOT;
        }
        String shown = LayerRefused.shown(name);
        for (String word : plain.split("/", -1)) {
            if (word.isEmpty() || word.equals(".") || word.equals("..")) {
                throw new LayerRefused("the name (" + shown + ") leads out of the layer or can be written otherwise",
                        "write names like etc/hosts: without a slash before them, and without . and .. in them.");
            }
            if (word.startsWith(OTHER_DELETION)) {
                throw new LayerRefused("the name (" + shown + ") is a deletion in the form of OCI",
                        "send the whole archive as an image: caravan image import.");
            }
            if (hasControl(word) || bytes(word) > LONGEST_WORD) {
                throw new LayerRefused("the name (" + shown + ") is none that a file can have on a node",
                        "rename the file in the tree that the layer is made of.");
            }
        }
        if (bytes(plain) > LONGEST_NAME) {
            throw new LayerRefused("the name (" + shown + ") has more than " + LONGEST_NAME + " bytes",
                    "rename the file in the tree that the layer is made of.");
        }
        return plain;
    }

    private static boolean hasControl(String text) {
        return text.chars().anyMatch(Character::isISOControl);
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    LayerContents contents(String packedDigest, String tarDigest, long tarBytes) {
        return new LayerContents(packedDigest, tarDigest, tarBytes, diskBytes, entries, privileged);
    }
}
