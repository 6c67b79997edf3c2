package org.caravan.writer;

import org.caravan.infrastructure.Guard;

/**
 * Writes security controls and data clearance per provider, because records do not distinguish declarations of the site from those of the
 * provider.
 */
final class GuardWriter {

    private GuardWriter() {}

    static void write(Lines lines, Guard guard) {
        if (!guard.controls().isEmpty()) {
            lines.line("controls " + Words.names(guard.controls()));
        }
        guard.holds().ifPresent(most -> lines.line("holds " + most));
    }
}
