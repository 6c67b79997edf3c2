package org.caravan.service;

import java.util.List;
import java.util.Optional;
import org.caravan.diagnostic.Diagnostic;

/**
 * Result of inspecting an upload.
 *
 * @param findings errors and warnings
 * @param service absent if there are errors
 */
public record ServiceDraft(List<Diagnostic> findings, Optional<Service> service) {

    public ServiceDraft {
        findings = List.copyOf(findings);
    }
}
