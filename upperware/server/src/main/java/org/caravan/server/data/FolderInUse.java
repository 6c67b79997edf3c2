package org.caravan.server.data;

/** Two servers on one folder would carry out each other's deployments: the second one does not start. */
final class FolderInUse extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    FolderInUse(String message) {
        super(message);
    }
}
