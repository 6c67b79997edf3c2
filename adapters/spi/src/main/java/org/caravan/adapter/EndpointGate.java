package org.caravan.adapter;

import java.net.URI;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Port that decides which provider endpoints may be contacted. Models name endpoints, and requests to them carry credentials, so
 * each request is checked first.
 */
@FunctionalInterface
public interface EndpointGate {

    /** Allows all endpoints; for providers whose endpoints are not configurable by others. */
    EndpointGate OPEN = endpoint -> Optional.empty();

    /**
     * Why an endpoint is blocked.
     *
     * @param reason a clause: {@code it is not on the list of endpoints}
     * @param suggestion suggestion for the user
     */
    record Closed(String reason, String suggestion) {}

    /** Empty if the endpoint may be contacted. */
    Optional<Closed> refuses(URI endpoint);

    /** The same for one provider, because some endpoints are restricted to one provider. */
    default Optional<Closed> refuses(String provider, URI endpoint) {
        return refuses(endpoint);
    }

    static EndpointGate where(Predicate<URI> allowed) {
        return endpoint -> allowed.test(endpoint) ? Optional.empty()
                : Optional.of(new Closed("it is not an allowed endpoint", "name another"));
    }

    /**
     * @param provider name for the message: {@code openstack}
     * @throws AdapterFault UNTRUSTED, which is never retried
     */
    default void pass(String provider, String endpoint) {
        URI uri;
        try {
            uri = URI.create(endpoint);
        } catch (IllegalArgumentException e) {
            throw new AdapterFault(AdapterFault.Kind.UNTRUSTED,
                    "The endpoint (%s) of the cloud (%s) is not a URL.\nMaybe write it as https://cloud.example.org:5000/v3."
                    .formatted(endpoint, provider), e);
        }
        refuses(provider, uri).ifPresent(closed -> {
            throw new AdapterFault(AdapterFault.Kind.UNTRUSTED, "The endpoint (%s) of the cloud (%s) is not used: %s.\nMaybe %s."
                    .formatted(endpoint, provider, closed.reason(), closed.suggestion()));
        });
    }
}
