package org.caravan.image.archive;

import org.caravan.image.ImageFault;

/** Bytes that several streams may bring together: an archive can name one layer many times. */
final class Budget {

    private final long limit;
    private long left;

    Budget(long limit) {
        this.limit = limit;
        this.left = limit;
    }

    /** @throws ImageFault of kind REFUSED where more is taken than is left */
    void take(long bytes) {
        left -= bytes;
        if (left < 0) {
            throw new ImageFault(ImageFault.Kind.REFUSED, "The image unpacks to more than %d MB.\nMaybe raise caravan.image-limit."
                    .formatted(limit / 1_000_000));
        }
    }
}
