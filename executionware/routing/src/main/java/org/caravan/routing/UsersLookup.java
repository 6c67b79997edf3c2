package org.caravan.routing;

import java.util.Optional;

/** Port: to which group of users of an application an address belongs. Pure and quick; asked for every query. */
public interface UsersLookup {

    /** @param address literal of a client or of its network */
    Optional<Match> find(String application, String address);

    /**
     * @param usersId group of users
     * @param prefixLength in bits: every address that shares so much with the one asked for belongs to the same group
     */
    record Match(String usersId, int prefixLength) {}
}
