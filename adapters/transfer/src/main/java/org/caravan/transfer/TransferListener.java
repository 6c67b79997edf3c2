package org.caravan.transfer;

/** Port to whoever wants to see progress. Called from several threads, several times a second; must be quick. */
public interface TransferListener {

    TransferListener NONE = progress -> {};

    void onProgress(TransferProgress progress);
}
