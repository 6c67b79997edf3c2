package org.caravan.image.archive;

import java.util.List;
import org.caravan.image.ImageManifest;

/**
 * Result of an import.
 *
 * @param notes content that could not be imported, as text for the user
 */
public record Imported(List<ImageManifest> images, List<String> notes) {

    public Imported {
        images = List.copyOf(images);
        notes = List.copyOf(notes);
    }
}
