package org.caravan.server.rest.page;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Description of a {@link LatestPageRequest} parameter. */
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface NewestFirst {

    /** Description of the parameter {@code before}. */
    String value();

    /** Example of a key. */
    String example() default "";

    /** Default page size, in entries. */
    int most() default 100;
}
