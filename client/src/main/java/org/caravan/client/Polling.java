package org.caravan.client;

/** Pause between two requests. */
public final class Polling {

    private Polling() {}

    public static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiFault("interrupted", "Interrupted; the server continues.\n    Maybe check with: caravan status");
        }
    }
}
