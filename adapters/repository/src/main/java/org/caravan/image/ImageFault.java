package org.caravan.image;

/** An image is missing, damaged or refused. The message names the image and the reason, and ends with a suggestion. */
public final class ImageFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Kind of fault, which determines the caller's response. */
    public enum Kind {
        /** The image, layer or upload does not exist. */
        UNKNOWN,
        /** The given file cannot become an image. */
        REFUSED,
        /** Stored content was changed, or cannot be read or written. */
        DAMAGED
    }

    private final Kind kind;

    public ImageFault(Kind kind, String message) {
        this(kind, message, null);
    }

    public ImageFault(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
