package org.caravan.eclipse.language;

import java.util.function.Consumer;
import org.eclipse.core.filebuffers.IFileBuffer;
import org.eclipse.core.filebuffers.IFileBufferListener;
import org.eclipse.core.runtime.IPath;

/** File buffer listener that reports only disposed buffers. */
record BufferEnd(Consumer<IFileBuffer> ended) implements IFileBufferListener {

    @Override
    public void bufferDisposed(IFileBuffer buffer) {
        ended.accept(buffer);
    }

    @Override
    public void bufferCreated(IFileBuffer buffer) {}

    @Override
    public void bufferContentAboutToBeReplaced(IFileBuffer buffer) {}

    @Override
    public void bufferContentReplaced(IFileBuffer buffer) {}

    @Override
    public void stateChanging(IFileBuffer buffer) {}

    @Override
    public void dirtyStateChanged(IFileBuffer buffer, boolean isDirty) {}

    @Override
    public void stateValidationChanged(IFileBuffer buffer, boolean isStateValidated) {}

    @Override
    public void underlyingFileMoved(IFileBuffer buffer, IPath path) {}

    @Override
    public void underlyingFileDeleted(IFileBuffer buffer) {}

    @Override
    public void stateChangeFailed(IFileBuffer buffer) {}
}
