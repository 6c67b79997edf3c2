package org.caravan.writer;

import org.caravan.infrastructure.Guard;

/** Writes what guards a provider's hosts: records know it by provider, whether its site said it or it did itself. */
final class GuardWriter {

    private GuardWriter() {}

    static void write(Lines lines, Guard guard) {
        if (!guard.controls().isEmpty()) {
            lines.line("controls " + Words.names(guard.controls()));
        }
        guard.holds().ifPresent(most -> lines.line("holds " + most));
    }
}
