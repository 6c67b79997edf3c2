package org.caravan.picture;

import java.util.List;

/**
 * Box of the picture.
 *
 * @param id unique in the picture
 * @param lines lines of text, the first is the name
 */
record Shape(String id, Kind kind, List<String> lines) {

    enum Kind {
        USERS,
        COMPONENT,
        /** Component that keeps data on its host. */
        STORE,
        SITE
    }

    Shape {
        lines = List.copyOf(lines);
    }
}
