package org.caravan.image.archive;

import java.util.List;
import org.caravan.image.ImageManifest;

/**
 * What became of a file.
 *
 * @param notes what of it could not be taken over, in words for a person
 */
public record Imported(List<ImageManifest> images, List<String> notes) {

    public Imported {
        images = List.copyOf(images);
        notes = List.copyOf(notes);
    }
}
