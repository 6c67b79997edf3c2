package org.caravan.client;

/** Pause between two requests. */
public final class Polling {

    private Polling() {}

    public static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiFault("interrupted", "Interrupted; what the server does goes on.\n    Maybe look with: caravan status");
        }
    }
}
