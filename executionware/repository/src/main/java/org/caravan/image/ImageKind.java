package org.caravan.image;

import java.util.Arrays;
import java.util.Locale;

/** What an image is started as. */
public enum ImageKind {
    /** Layers of a file tree, laid over each other. */
    CONTAINER,
    /** One kernel that is the application; its only layer is the file that is booted. */
    UNIKERNEL;

    /** Reads what {@link #toString()} writes. */
    public static ImageKind parse(String text) {
        return Arrays.stream(values()).filter(kind -> kind.toString().equals(text)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no kind of image: " + text));
    }

    /** As manifests write it: {@code container}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
