package org.caravan.server.rest;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;

@Schema(name = "Files", description = "Texts in the Caravan language.")
public record FilesBody(
        @Schema(description = "Texts by file name. The names appear in diagnostics only.", minProperties = 1,
                        example = "{\"shop.caravan\":\"application shop version \\\"1.0\\\" { }\"}")
                @AnyText("the language reports forbidden characters with their lines") Map<String, String> files) {

    public FilesBody {
        if (files == null || files.isEmpty()) {
            throw new RejectedInput(List.of(Diagnostic.error(
                    "no-files", "The request holds no file.", "send {\"files\":{\"name.caravan\":\"text\"}}.")));
        }
        files = Collections.unmodifiableMap(new TreeMap<>(files));
    }
}
