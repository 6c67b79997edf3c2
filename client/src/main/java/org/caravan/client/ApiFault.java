package org.caravan.client;

/** The server refused or could not be asked; the message is for the user as it stands. */
public final class ApiFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String code;

    public ApiFault(String code, String message) {
        super(message);
        this.code = code;
    }

    /** The stable code of the server's problem document, or of ours. */
    public String code() {
        return code;
    }
}
