package org.caravan.server.image;

import java.util.List;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageFault;
import org.caravan.image.ManifestText;
import org.caravan.infrastructure.Architecture;

/** Parses digests and architectures in requests about images. */
final class ImageWords {

    private ImageWords() {}

    static ContentDigest digest(String text) {
        try {
            return ContentDigest.parse(text);
        } catch (IllegalArgumentException e) {
            throw new ImageFault(ImageFault.Kind.REFUSED, "(" + text
                    + ") is no digest.\nMaybe write it as sha256: and 64 hexadecimal digits.");
        }
    }

    static Architecture architecture(String text) {
        try {
            return ManifestText.architecture(text);
        } catch (IllegalArgumentException e) {
            throw new ImageFault(ImageFault.Kind.REFUSED, "(" + text + ") is no architecture of hosts.\nMaybe use one of "
                    + List.of(Architecture.values()) + ".");
        }
    }
}
