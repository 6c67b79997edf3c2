package org.caravan.api.model;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.api.problem.AnyText;

@Schema(name = "Files", description = "Texts in the Caravan language.")
public record FilesOrder(
        @Schema(description = "Texts by file name. The names appear in diagnostics only.", minProperties = 1,
                        example = "{\"shop.caravan\":\"application shop version \\\"1.0\\\" { }\"}")
                @AnyText("the language reports forbidden characters with their lines") Map<String, String> files) {

    public FilesOrder {
        files = files == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(files));
    }
}
