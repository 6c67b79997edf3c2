package org.caravan.api.problem;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a field of a request body whose texts may have characters that the server's rule for texts (TextRule) does not allow. The value is
 * the reason, and says what checks the text instead.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface AnyText {
    String value();
}
