package org.caravan.picture;

import java.util.List;

/**
 * One box of the picture.
 *
 * @param id unique in the picture
 * @param lines of text in it, the first is its name
 */
record Figure(String id, Kind kind, List<String> lines) {

    enum Kind {
        USERS,
        COMPONENT,
        /** A component that keeps data on its host. */
        STORE,
        SITE
    }

    Figure {
        lines = List.copyOf(lines);
    }
}
