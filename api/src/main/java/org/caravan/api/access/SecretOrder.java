package org.caravan.api.access;

import io.swagger.v3.oas.annotations.media.Schema;
import org.caravan.api.problem.AnyText;

@Schema(name = "SecretBody", description = "Value of a secret. It can be written, but never read.")
public record SecretOrder(@Schema(description = "The value, at most 64 KiB as UTF-8.", accessMode = Schema.AccessMode.WRITE_ONLY)
        @AnyText("a value is bytes for a file in the copy; nothing shows it") String value) {

    /** Hides the value. */
    @Override
    public String toString() {
        return "SecretOrder[(secret)]";
    }
}
