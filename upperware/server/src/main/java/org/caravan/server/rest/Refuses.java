package org.caravan.server.rest;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** In which ways an operation says no, beside those that all share. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Refuses {

    /** Status and code of each: {@code 409 outdated-plan}. */
    String[] value() default {};

    /** Whether it asks hosts, and may be told 502 for one that does not do it. */
    boolean hosts() default false;
}
