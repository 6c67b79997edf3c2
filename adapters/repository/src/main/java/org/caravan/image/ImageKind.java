package org.caravan.image;

import java.util.Arrays;
import java.util.Locale;

/** How an image is started. */
public enum ImageKind {
    /** Layers of a file tree, stacked as an overlay. */
    CONTAINER,
    /** A kernel that contains the application; its only layer is the boot file. */
    UNIKERNEL;

    /** Parses the output of {@link #toString()}. */
    public static ImageKind parse(String text) {
        return Arrays.stream(values()).filter(kind -> kind.toString().equals(text)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no kind of image: " + text));
    }

    /** Spelling in manifests: {@code container}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
