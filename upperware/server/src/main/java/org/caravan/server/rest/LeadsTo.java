package org.caravan.server.rest;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Where what an operation has begun, or ends, is looked at: sent as the header {@code Location}, and described. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface LeadsTo {

    String DEPLOYMENT = "/api/v1/applications/{name}/deployments/{deploymentId}";
    String PLANNING = "/api/v1/plannings/{id}";
    String PROBE_RUN = "/api/v1/probes/{probeRunId}";

    /** A path whose names are those of fields of the answer or, where it has no such field, of the operation's own path. */
    String value();
}
