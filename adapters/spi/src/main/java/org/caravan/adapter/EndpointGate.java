package org.caravan.adapter;

import java.net.URI;
import java.util.Optional;
import java.util.function.Predicate;

/** Port to whoever knows which endpoints of providers may be asked: texts name them, and what is sent there opens clouds. Asked before each request. */
@FunctionalInterface
public interface EndpointGate {

    /** For those whose endpoints nobody else names. */
    EndpointGate OPEN = endpoint -> Optional.empty();

    /**
     * Why an endpoint is not asked.
     *
     * @param reason a clause: {@code it is not on the list of endpoints}
     * @param suggestion a way out
     */
    record Closed(String reason, String suggestion) {}

    /** Empty if it may be asked. */
    Optional<Closed> refuses(URI endpoint);

    /** The same for one provider: some endpoints may be asked by their own provider alone. */
    default Optional<Closed> refuses(String provider, URI endpoint) {
        return refuses(endpoint);
    }

    static EndpointGate where(Predicate<URI> allowed) {
        return endpoint -> allowed.test(endpoint) ? Optional.empty() : Optional.of(new Closed("it is none of those that may be asked", "name another"));
    }

    /**
     * @param provider for the message: {@code openstack}
     * @throws AdapterFault UNTRUSTED, which is never retried
     */
    default void pass(String provider, String endpoint) {
        URI uri;
        try {
            uri = URI.create(endpoint);
        } catch (IllegalArgumentException e) {
            throw new AdapterFault(AdapterFault.Kind.UNTRUSTED, "The endpoint (%s) of the cloud (%s) is no URL.\nMaybe write it as https://cloud.example.org:5000/v3."
                    .formatted(endpoint, provider), e);
        }
        refuses(provider, uri).ifPresent(closed -> {
            throw new AdapterFault(AdapterFault.Kind.UNTRUSTED, "The endpoint (%s) of the cloud (%s) is not asked: %s.\nMaybe %s."
                    .formatted(endpoint, provider, closed.reason(), closed.suggestion()));
        });
    }
}
