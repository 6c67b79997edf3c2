package org.caravan.application;

import java.util.Locale;

/** What becomes of a deployment of which a step failed for good. */
public enum OnFailure {
    /** What was done stays and waits for a person, who resumes it or rolls it back. */
    HOLD,
    /** The application goes back to what it was before, by itself. */
    UNDO;

    /** As the language writes it: {@code undo}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
