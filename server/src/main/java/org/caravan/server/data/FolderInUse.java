package org.caravan.server.data;

/**
 * The data folder is used by another server. Two servers on one folder would execute each other's deployments, so the second does not
 * start.
 */
final class FolderInUse extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    FolderInUse(String message) {
        super(message);
    }
}
