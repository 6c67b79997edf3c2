package org.caravan.ssh;

/** Result of a completed command; both streams are decoded as UTF-8. */
public record CommandResult(int exitCode, String output, String errorOutput) {

    public boolean succeeded() {
        return exitCode == 0;
    }
}
