package org.caravan.image.archive;

import org.caravan.image.ImageFault;

/** Byte budget shared by several streams, because an archive can name one layer many times. */
final class Budget {

    private final long limit;
    private long left;

    Budget(long limit) {
        this.limit = limit;
        this.left = limit;
    }

    /** @throws ImageFault of kind REFUSED if the budget is exceeded */
    void take(long bytes) {
        left -= bytes;
        if (left < 0) {
            throw new ImageFault(ImageFault.Kind.REFUSED, "The image unpacks to more than %d MB.\nMaybe raise caravan.image-limit."
                    .formatted(limit / 1_000_000));
        }
    }
}
