package org.caravan.server.trace;

import java.util.Map;
import java.util.Optional;

/** Finds the trace context of requests that continue earlier work. */
public interface TraceOrigin {

    /**
     * @param pattern path pattern, for example {@code /api/v1/applications/{name}/plans/{id}/approval}
     * @param variables values of the pattern's variables in the request
     * @return context of the earlier work; empty if the request starts new work
     */
    Optional<String> of(String pattern, Map<String, String> variables);
}
