package org.caravan.server.rest;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes a {@link LatestWish}. */
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface NewestFirst {

    /** What {@code before} leaves out. */
    String value();

    /** A key, to show what they look like. */
    String example() default "";

    /** How many entries a page has at most unless the query says. */
    int most() default 100;
}
