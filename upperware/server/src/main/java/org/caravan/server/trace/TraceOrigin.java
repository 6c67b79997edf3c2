package org.caravan.server.trace;

import java.util.Map;
import java.util.Optional;

/** Knows requests that go on with what an earlier one began. */
public interface TraceOrigin {

    /**
     * @param pattern of the path, {@code /api/v1/applications/{name}/plans/{id}/approval}
     * @param variables of the pattern, as the request names them
     * @return context of what it goes on with; empty if it begins something
     */
    Optional<String> of(String pattern, Map<String, String> variables);
}
