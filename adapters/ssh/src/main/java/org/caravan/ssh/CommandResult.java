package org.caravan.ssh;

/** What a command that ran to its end returned; both streams as UTF-8. */
public record CommandResult(int exitCode, String output, String errorOutput) {

    public boolean succeeded() {
        return exitCode == 0;
    }
}
