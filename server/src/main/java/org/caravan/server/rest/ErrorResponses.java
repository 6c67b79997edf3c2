package org.caravan.server.rest;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares the problems of an operation beyond the common ones. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ErrorResponses {

    /** Status and code of each problem: {@code 409 outdated-plan}. */
    String[] value() default {};

    /** Whether the operation contacts hosts, so that it can return 502 for a host that fails. */
    boolean hosts() default false;
}
