package org.caravan.image.tar;

import java.util.Set;

/**
 * An entry, combined from its header and the preceding extended headers.
 *
 * @param name as written in the tar
 * @param link target of a link; empty for other types
 * @param mode the lower 12 bits
 * @param size bytes of content that follow
 * @param attributes names of extended attributes
 */
record TarEntry(Type type, String name, String link, int mode, long size, Set<String> attributes) {

    private static final int PRIVILEGED = 06000;

    TarEntry {
        attributes = Set.copyOf(attributes);
    }

    enum Type { FILE, HARD_LINK, SYMBOLIC_LINK, DELETION, FOLDER, FIFO }

    boolean privileged() {
        return type == Type.FILE && (mode & PRIVILEGED) != 0;
    }
}
