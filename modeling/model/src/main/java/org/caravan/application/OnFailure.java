package org.caravan.application;

import java.util.Locale;

/** Reaction to a deployment with a permanently failed step. */
public enum OnFailure {
    /** Completed steps stay. The deployment waits until an operator resumes it or rolls it back. */
    HOLD,
    /** The application is rolled back automatically. */
    UNDO;

    /** Keyword of the modelling language: {@code undo}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
