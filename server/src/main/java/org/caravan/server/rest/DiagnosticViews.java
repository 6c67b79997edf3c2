package org.caravan.server.rest;

import java.util.List;
import org.caravan.api.problem.DiagnosticView;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Location;

/** Diagnostics as answers of REST. */
public final class DiagnosticViews {

    private DiagnosticViews() {}

    public static List<DiagnosticView> of(List<Diagnostic> diagnostics) {
        return diagnostics.stream().map(DiagnosticViews::of).toList();
    }

    private static DiagnosticView of(Diagnostic diagnostic) {
        Location at = diagnostic.location().orElse(null);
        return new DiagnosticView(diagnostic.severity().name(), diagnostic.code(), diagnostic.message(),
                diagnostic.suggestion().orElse(null), at == null ? null : at.file(), at == null ? null : at.line(),
                at == null ? null : at.column(), at == null ? null : at.length());
    }
}
