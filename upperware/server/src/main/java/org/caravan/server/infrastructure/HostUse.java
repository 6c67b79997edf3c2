package org.caravan.server.infrastructure;

import java.util.Map;

/** Tells on which hosts something runs that must not lose its host. */
public interface HostUse {

    /** Names of applications by the host they have instances on by their target plan. */
    Map<String, String> applicationByHost();
}
