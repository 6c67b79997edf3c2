package org.caravan.dsl.profile;

/** A file that is there and is no profile. */
public final class UnreadableProfile extends Exception {

    private static final long serialVersionUID = 1;

    UnreadableProfile(String message) {
        super(message);
    }
}
