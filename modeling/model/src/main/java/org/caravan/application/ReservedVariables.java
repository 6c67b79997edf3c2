package org.caravan.application;

import java.util.Set;

/**
 * Environment variables of copies that Caravan sets. A model does not set them, because its value would be lost or would be taken for
 * Caravan's.
 */
public final class ReservedVariables {

    /** Component and number: {@code web:1}. */
    public static final String INSTANCE = "CARAVAN_INSTANCE";
    /** Id of the host. */
    public static final String HOST = "CARAVAN_HOST";
    /** Id of the site. */
    public static final String SITE = "CARAVAN_SITE";

    private static final Set<String> NAMES = Set.of(INSTANCE, HOST, SITE, RoutedRequests.VARIABLE, ReadReplicas.PRIMARY);

    private ReservedVariables() {}

    /** Whether Caravan sets a variable of this name in some copies. */
    public static boolean include(String name) {
        return NAMES.contains(name) || name.startsWith(ReadReplicas.READS);
    }
}
