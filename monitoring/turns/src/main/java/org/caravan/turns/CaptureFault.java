package org.caravan.turns;

/** A capture cannot be analysed. The message states the file and the reason, then a line {@code Maybe …}. */
public final class CaptureFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String code;

    CaptureFault(String code, String message, String suggestion) {
        super(message + "\n    Maybe " + suggestion);
        this.code = code;
    }

    /** Stable name of the error, for example {@code capture-without-tcp}. */
    public String code() {
        return code;
    }
}
