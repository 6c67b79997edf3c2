package org.caravan.organisation;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Member of an organisation.
 *
 * @param roles ids of roles of the organisation
 * @param credentials names of credentials in the server's store, in this order; never secrets themselves
 */
public record Person(String id, Optional<String> mail, Set<String> roles, List<String> credentials) {

    public Person {
        roles = Collections.unmodifiableSet(new TreeSet<>(roles));
        credentials = List.copyOf(credentials);
    }
}
