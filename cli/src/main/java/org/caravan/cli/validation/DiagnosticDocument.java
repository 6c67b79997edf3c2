package org.caravan.cli.validation;

import java.util.LinkedHashMap;
import java.util.Map;
import org.caravan.diagnostic.Diagnostic;

/** A diagnostic as JSON, with the members of the REST API. */
public final class DiagnosticDocument {

    private DiagnosticDocument() {}

    /** Without a location its members are absent. */
    public static Map<String, Object> of(Diagnostic diagnostic) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("severity", diagnostic.severity());
        document.put("code", diagnostic.code());
        document.put("message", diagnostic.message());
        document.put("suggestion", diagnostic.suggestion().orElse(null));
        diagnostic.location().ifPresent(at -> {
            document.put("file", at.file());
            document.put("line", at.line());
            document.put("column", at.column());
            document.put("length", at.length());
        });
        return document;
    }
}
