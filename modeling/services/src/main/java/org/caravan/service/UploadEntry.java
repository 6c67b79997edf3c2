package org.caravan.service;

/**
 * A file, folder or symbolic link of an upload.
 *
 * @param path relative, with {@code /} between names
 * @param size of a file, in bytes; otherwise 0
 * @param target of a symbolic link, as stored in it; otherwise empty
 */
public record UploadEntry(String path, Type type, long size, String target) {

    /** Kind of an entry. */
    public enum Type {
        FILE,
        FOLDER,
        LINK,
        /** Devices, sockets and pipes, which no service can have. */
        SPECIAL
    }

    public static UploadEntry file(String path, long size) {
        return new UploadEntry(path, Type.FILE, size, "");
    }

    public static UploadEntry folder(String path) {
        return new UploadEntry(path, Type.FOLDER, 0, "");
    }

    public static UploadEntry link(String path, String target) {
        return new UploadEntry(path, Type.LINK, 0, target);
    }

    /** Last name of the path. */
    String fileName() {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
