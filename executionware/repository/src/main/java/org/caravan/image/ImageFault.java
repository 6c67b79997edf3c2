package org.caravan.image;

/** An image that is not there, is damaged, or is refused. The message says which and why, and ends with a way out. */
public final class ImageFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Which kind of answer the caller owes. */
    public enum Kind {
        /** There is no such image, layer or upload. */
        UNKNOWN,
        /** What was given cannot become an image. */
        REFUSED,
        /** What is kept is not what it was, or cannot be read or written. */
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
