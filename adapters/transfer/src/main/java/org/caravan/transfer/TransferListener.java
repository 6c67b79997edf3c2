package org.caravan.transfer;

/** Port for progress events. Called by several threads, several times per second; must return quickly. */
public interface TransferListener {

    TransferListener NONE = progress -> {};

    void onProgress(TransferProgress progress);
}
