package org.caravan.dsl.profile;

/** Signals that an existing file is not a valid profile. */
public final class UnreadableProfile extends Exception {

    private static final long serialVersionUID = 1;

    UnreadableProfile(String message) {
        super(message);
    }
}
