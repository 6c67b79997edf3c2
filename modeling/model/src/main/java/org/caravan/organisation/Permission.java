package org.caravan.organisation;

import java.util.Locale;

/** What somebody may do with the applications of an organisation; the later ones do not include the earlier. */
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
