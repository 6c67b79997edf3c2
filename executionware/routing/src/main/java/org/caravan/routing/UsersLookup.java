package org.caravan.routing;

import java.util.Optional;

/** Port that maps an address to a user group of an application. Must be fast and free of side effects; called for every query. */
public interface UsersLookup {

    /** @param address literal address of a client or of its network */
    Optional<Match> find(String application, String address);

    /**
     * @param usersId user group
     * @param prefixLength in bits; all addresses that share this prefix with the requested one belong to the same group
     */
    record Match(String usersId, int prefixLength) {}
}
