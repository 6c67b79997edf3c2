package org.caravan.organisation;

import java.util.Locale;

/** Permission for the applications of an organisation; no permission includes another. */
public enum Permission {
    VIEW,
    PLAN,
    DEPLOY,
    ADMINISTER;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
