package org.caravan.server.network;

import java.util.Set;
import org.caravan.measure.PathId;

/** Paths between sites that deployed applications use. */
public interface PathsInUse {

    /** May contain either direction of a path. Throws DataAccessException if the database is unavailable. */
    Set<PathId> now();
}
