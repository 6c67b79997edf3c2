package org.caravan.server.rest;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Resource at which the work that an operation has started or ended can be followed; sent and described as the header {@code Location}. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface LocationHeader {

    String DEPLOYMENT = "/api/v1/applications/{name}/deployments/{deploymentId}";
    String PLANNING = "/api/v1/plannings/{id}";
    String PROBE_RUN = "/api/v1/probes/{probeRunId}";

    /** Path template. Its variables are fields of the response, otherwise path variables of the operation. */
    String value();
}
