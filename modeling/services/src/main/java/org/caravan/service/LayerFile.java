package org.caravan.service;

import java.util.List;

/**
 * An entry of the upload and its place in the image.
 *
 * @param target absolute path in the image
 */
public record LayerFile(String target, UploadEntry entry) {

    /** Folder of uploads in the images of all engines. */
    static final String ROOT = "/srv/service/";

    /** All entries of the upload, with the same paths. */
    static List<LayerFile> all(Upload upload) {
        return upload.entries().stream().map(entry -> new LayerFile(ROOT + entry.path(), entry)).toList();
    }
}
